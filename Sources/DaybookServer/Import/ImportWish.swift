import DaybookCore
import DaybookFormats
import Postgres

/// A file to be imported, as it is named on a command line.
public struct ImportWish: Sendable {
    /// `-` is standard input.
    public let path: String
    public var format: Format?
    /// By which some sources call a list: the file's, without folder and extension, unless said otherwise.
    public var name: String?
    public var isDryRun = false

    public init(_ path: String) {
        self.path = path
        guard path != "-", let file = path.split(separator: "/").last else { return }
        let parts = file.split(separator: ".", omittingEmptySubsequences: false)
        name = parts.count > 1 && !parts[0].isEmpty ? parts.dropLast().joined(separator: ".") : String(file)
    }

    /// The whole of it.
    public func read() throws(UnreadableFile) -> [UInt8] {
        do throws(FileError) {
            var source = try FileSource(path)
            var bytes: [UInt8] = []
            while let piece = try source.readOn() { bytes += piece }
            return bytes
        } catch {
            throw UnreadableFile(sentence: "\(error.path): \(error.sentence)")
        }
    }
}

/// A file that cannot be read.
public struct UnreadableFile: Error, Sendable {
    public let sentence: String
}

extension Administration {
    /// Takes a file into an account. `progress` is told how many bytes of how many have been read; of 0 where nobody knows.
    public func importFile(
        _ wish: ImportWish, into name: String, progress: (Int, Int) -> Void
    ) async throws -> Report {
        var order = ImportOrder(account: try await account(name), format: wish.format, name: wish.name)
        order.isDryRun = wish.isDryRun
        do {
            var source = try FileSource(wish.path)
            let length = source.length ?? 0
            let report = try await capabilities.importing.run(order, from: &source) { progress($0.bytes, length) }
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
