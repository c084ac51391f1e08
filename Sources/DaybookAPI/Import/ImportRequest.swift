import DaybookFormats
import DaybookHost

/// A file to be imported, as it is named on a command line.
package struct ImportRequest: Sendable {
    /// `-` is standard input.
    package let path: String
    package var format: Format?
    /// The name that some sources give their list: the file's, without folder and extension, unless the request gives
    /// another.
    package var name: String?
    package var isDryRun = false

    package init(_ path: String) {
        self.path = path
        guard path != "-", let file = path.split(separator: "/").last else { return }
        let parts = file.split(separator: ".", omittingEmptySubsequences: false)
        name = parts.count > 1 && !parts[0].isEmpty ? parts.dropLast().joined(separator: ".") : String(file)
    }

    /// The whole of it.
    package func read() throws(UnreadableFile) -> [UInt8] {
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
package struct UnreadableFile: Error, Sendable {
    package let sentence: String
}
