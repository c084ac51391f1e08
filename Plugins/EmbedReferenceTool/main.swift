import Glibc

// Writes a YAML document as JSON into a Swift source.

func fail(_ sentence: String) -> Never {
    let bytes = Array("\(sentence)\n".utf8)
    write(STDERR_FILENO, bytes, bytes.count)
    exit(1)
}

func contents(of path: String) -> String {
    guard let file = fopen(path, "r") else { fail("error: \(path): \(String(cString: strerror(errno)))") }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = fread(&chunk, 1, chunk.count, file)
        guard count > 0 else { break }
        bytes += chunk[..<count]
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { fail("error: \(path): is not UTF-8") }
    return text
}

/// A string literal that may hold anything: with more number signs than any run of them in the text.
func literal(_ text: String) -> String {
    var longest = 0
    var run = 0
    for byte in text.utf8 {
        run = byte == UInt8(ascii: "#") ? run + 1 : 0
        longest = max(longest, run)
    }
    let fence = String(repeating: "#", count: longest + 1)
    return "\(fence)\"\(text)\"\(fence)"
}

guard CommandLine.arguments.count == 3 else { fail("error: usage: EmbedReferenceTool DOCUMENT.yaml OUTPUT.swift") }
let (input, output) = (CommandLine.arguments[1], CommandLine.arguments[2])

let document: Node
do {
    document = try YAML.read(contents(of: input))
} catch let fault as YAML.Fault {
    fail("\(input):\(fault.line): error: \(fault.sentence)")
} catch {
    fail("\(input): error: \(error)")
}

let source = """
    extension APIDocument {
        /// docs/api/openapi.yaml as JSON.
        static let json = \(literal(document.json))
    }

    """
guard let file = fopen(output, "w") else { fail("error: \(output): \(String(cString: strerror(errno)))") }
guard fputs(source, file) >= 0, fclose(file) == 0 else { fail("error: \(output): cannot be written") }
