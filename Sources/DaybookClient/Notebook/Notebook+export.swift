import DaybookCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Notebook {
    /// What an export is to hold.
    public struct Export: Hashable, Sendable {
        /// The form of the file.
        public enum Format: String, Hashable, Sendable, CaseIterable {
            /// One document, a table, a document a line, a calendar.
            case json, csv, ndjson, ics
        }

        /// The form of the file.
        public var format: Format
        /// A date of the account (`2026-11-21`) or an instant: only tasks that changed since.
        public var since: String?
        /// What was ever changed, too.
        public var includesHistory: Bool
        /// Tasks and lists that were deleted, too.
        public var includesDeleted: Bool
        /// Replaces what people wrote, for reports of faults.
        public var isAnonymous: Bool

        /// Everything that is there, as one document, unless said otherwise.
        public init(
            format: Format = .json, since: String? = nil, includesHistory: Bool = false, includesDeleted: Bool = false,
            isAnonymous: Bool = false
        ) {
            self.format = format
            self.since = since
            self.includesHistory = includesHistory
            self.includesDeleted = includesDeleted
            self.isAnonymous = isAnonymous
        }

        fileprivate var path: String {
            var path = "/v1/export?format=\(format.rawValue)"
            if let since { path += "&\(QueryText.of([("since", since)]))" }
            if includesHistory { path += "&history=true" }
            if includesDeleted { path += "&deleted=true" }
            if isAnonymous { path += "&anonymize=true" }
            return path
        }
    }

    /// Everything that the account holds at its server, piece by piece. What this device has not sent yet is not in it,
    /// so sync first. Throws `EntryFailure`; where the connection breaks the pieces end with `Unreachable`.
    public func export(_ wish: Export = Export()) async throws -> AsyncThrowingStream<[UInt8], any Error> {
        guard let server else { throw EntryFailure.alone }
        do { return try await server.download(wish.path) } catch { throw EntryFailure(error) }
    }

    /// The same into a file, which stands under its name whole or not at all.
    public func export(_ wish: Export = Export(), to file: URL) async throws {
        let parts = try await export(wish)
        let made = try PartialFile(for: file)
        do {
            for try await part in parts { try made.append(part) }
            try made.finish()
        } catch {
            made.abandon()
            throw error
        }
    }
}

extension Server {
    /// An answer that may be larger than memory.
    fileprivate func download(_ path: String) async throws(Failure) -> AsyncThrowingStream<[UInt8], any Error> {
        var call = HTTPCall("GET", path)
        if let token { call.fields["authorization"] = "Bearer \(token)" }
        call.fields["user-agent"] = "DaybookClient"
        do {
            var (head, body) = try await transport.stream(call, from: address)
            if (200..<300).contains(head.status) { return body }
            for try await part in body { head.body += part }
            throw Failure.problem(Self.problem(head))
        } catch let failure as Failure {
            throw failure
        } catch {
            throw .unreachable((error as? Unreachable)?.description ?? "\(error)")
        }
    }
}
