import DaybookCore

extension Notebook {
    /// Sends a file of another app, or of an export, to the server, which makes tasks and lists of it; they come here
    /// with the next sync. Answers the server's report. Sent again it changes nothing, or goes on where it was
    /// interrupted. Throws `EntryFailure`.
    ///
    /// - Parameters:
    ///   - format: nil where the file tells what it is.
    ///   - name: of the file, by which some sources call a list.
    public func importFile(
        _ bytes: [UInt8], format: String? = nil, name: String? = nil, isDryRun: Bool = false
    ) async throws -> JSONValue {
        let (report, stop) = try await importReport(bytes, format: format, name: name, isDryRun: isDryRun)
        if let stop { throw stop }
        return report
    }

    /// As `importFile`, but where the server stopped in the middle it does not throw: it answers the report of what was
    /// imported until then, and why it stopped.
    package func importReport(
        _ bytes: [UInt8], format: String? = nil, name: String? = nil, isDryRun: Bool = false
    ) async throws -> (report: JSONValue, stop: EntryFailure?) {
        guard let server else { throw EntryFailure.alone }
        let query = QueryText.of(
            [("format", format), ("name", name), ("dryRun", isDryRun ? "true" : nil)]
                .compactMap { name, value in value.map { (name, $0) } })
        let answer: HTTPAnswer
        do { answer = try await server.call(HTTPCall("POST", "/v1/import?\(query)", body: bytes)) } catch {
            if case .problem(let problem) = error, let report = problem["report"] {
                return (report, EntryFailure(error))
            }
            throw EntryFailure(error)
        }
        guard let report = try? JSONValue(json: answer.body) else { throw EntryFailure.unreadable }
        return (report, nil)
    }
}
