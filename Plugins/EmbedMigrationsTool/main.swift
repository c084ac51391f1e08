import Embedding

// Usage: EmbedMigrationsTool OUTPUT.swift FILE.sql...
//
// Writes the files' exact text as Swift string literals. Only printable ASCII is written as it is; every other
// character, and what could end or open anything inside a literal, is written by its number, so no content can escape
// its literal.

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

guard CommandLine.arguments.count >= 2 else { fail("usage: EmbedMigrationsTool OUTPUT.swift FILE.sql...") }
let output = CommandLine.arguments[1]

var lines = ["extension MigrationText {", "    public static let embedded: [MigrationText] = ["]
for path in CommandLine.arguments.dropFirst(2).sorted() {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    lines.append("        MigrationText(file: \(literal(name)), text: \(literal(contents(of: path)))),")
}
lines += ["    ]", "}", ""]

save(lines.joined(separator: "\n"), as: output)
