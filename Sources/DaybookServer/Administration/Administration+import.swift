import DaybookAPI
import DaybookCore
import DaybookHost
import DaybookLedger
import Postgres

extension Administration {
    /// Imports a file into an account. `progress` gets the number of bytes read and the total, which is 0 if unknown.
    package func importFile(
        _ wish: ImportRequest, into name: String, progress: (Int, Int) -> Void
    ) async throws -> Report {
        var order = ImportOrder(account: try await account(name), format: wish.format, name: wish.name)
        order.isDryRun = wish.isDryRun
        do {
            var source = try FileSource(wish.path)
            let length = source.length ?? 0
            let report = try await capabilities.api.importing.run(order, from: &source) { progress($0.bytes, length) }
            return Report(report)
        } catch let error as FileError {
            throw Refusal("\(error.path): \(error.sentence)")
        } catch let stop as ImportStop {
            if let error = stop.reason as? FileError { throw Refusal("\(error.path): \(error.sentence)") }
            if stop.reason is PostgresError || stop.reason is NoAccount { throw stop.reason }
            let words = ImportWords((try? JSONValue(json: stop.report.json)) ?? .null)
            throw Refusal("\(stop.problem.detail ?? stop.problem.type.title)\n\(words.text)")
        }
    }
}

extension Report {
    init(_ report: ImportReport) {
        let json = (try? JSONValue(json: report.json)) ?? .null
        self.init(text: ImportWords(json).text, json: json.indentedText)
    }
}
