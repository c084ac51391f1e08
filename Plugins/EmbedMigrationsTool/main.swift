import Glibc

// Usage: EmbedMigrationsTool OUTPUT.swift FILE.sql...
// Writes the files' exact text as Swift string literals. Only printable ASCII is written as it is; every other character,
// and what could end or open anything inside a literal, is written by its number, so no content can escape its literal.

func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\n": result += "\\n"
        case "\"", "\\": result += "\\\(scalar)"
        case " "..."~": result.unicodeScalars.append(scalar)
        default: result += "\\u{\(String(scalar.value, radix: 16))}"
        }
    }
    return result + "\""
}

func fail(_ sentence: String) -> Never {
    let bytes = Array("error: \(sentence)\n".utf8)
    write(STDERR_FILENO, bytes, bytes.count)
    exit(1)
}

func contents(of path: String) -> String {
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

guard CommandLine.arguments.count >= 2 else { fail("usage: EmbedMigrationsTool OUTPUT.swift FILE.sql...") }
let output = CommandLine.arguments[1]

var lines = ["extension MigrationText {", "    public static let embedded: [MigrationText] = ["]
for path in CommandLine.arguments.dropFirst(2).sorted() {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    lines.append("        MigrationText(file: \(literal(name)), text: \(literal(contents(of: path)))),")
}
lines += ["    ]", "}", ""]

guard let file = fopen(output, "w") else { fail("\(output): \(String(cString: strerror(errno)))") }
guard fputs(lines.joined(separator: "\n"), file) >= 0, fclose(file) == 0 else { fail("\(output): cannot be written") }
