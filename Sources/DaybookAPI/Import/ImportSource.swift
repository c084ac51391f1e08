import DaybookHost

/// A file that is read piece by piece, and from its beginning again where its format wants that.
package protocol ImportSource {
    /// The next piece, never empty; nil at the end.
    mutating func next() async throws -> [UInt8]?
    mutating func rewind() throws
}

/// A file of the operator's machine, or what comes through a pipe.
package struct FileSource: ImportSource {
    private let file: OpenFile
    private var spool: Spool?
    private var isOver = false

    /// `-` is standard input.
    package init(_ path: String) throws(FileError) {
        file = try OpenFile(path)
        if !file.canSeek { spool = try Spool() }
    }

    /// Nil where it comes through a pipe.
    package var length: Int? { file.length }

    package mutating func next() async throws -> [UInt8]? { try readOn() }

    mutating func readOn() throws(FileError) -> [UInt8]? {
        guard !isOver else { return try spool?.read() }
        let bytes = try file.read()
        if let bytes { try spool?.write(bytes) }
        return bytes
    }

    package mutating func rewind() throws {
        if let spool {
            isOver = true
            try spool.rewind()
        } else {
            try file.rewind()
        }
    }
}
