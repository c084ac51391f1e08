import Glibc

// What the tools that compile files into a target have in common.

/// Says why in one sentence, as compilers do, and ends the build.
public func fail(_ sentence: String, at place: String? = nil) -> Never {
    let bytes = Array("\(place.map { "\($0): " } ?? "")error: \(sentence)\n".utf8)
    write(STDERR_FILENO, bytes, bytes.count)
    exit(1)
}

/// The whole text of a file.
public func contents(of path: String) -> String {
    guard let file = fopen(path, "r") else { fail("\(path): \(String(cString: strerror(errno)))") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = fread(&chunk, 1, chunk.count, file)
        guard count > 0 else { break }
        bytes += chunk[..<count]
    }
    guard ferror(file) == 0 else { fail("\(path): cannot be read") }
    guard let text = String(validating: bytes, as: UTF8.self) else { fail("\(path): is not UTF-8") }
    return text
}

public func save(_ source: String, as path: String) {
    guard let file = fopen(path, "w") else { fail("\(path): \(String(cString: strerror(errno)))") }
    guard fputs(source, file) >= 0, fclose(file) == 0 else { fail("\(path): cannot be written") }
}
