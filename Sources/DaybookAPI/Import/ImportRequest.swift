import DaybookCore
import DaybookFormats
import DaybookHost
import Postgres

/// A file to be imported, as it is named on a command line.
public struct ImportRequest: Sendable {
    /// `-` is standard input.
    public let path: String
    public var format: Format?
    /// The name that some sources give their list: the file's, without folder and extension, unless the request gives
    /// another.
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
