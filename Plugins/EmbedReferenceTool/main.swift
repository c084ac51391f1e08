import Embedding

// Writes a document and guides as strings into a Swift source, as they are.

/// A literal of several lines that may hold anything: with more number signs than any run of them in the text.
func literal(_ text: String) -> String {
    var longest = 0
    var run = 0
    for byte in text.utf8 {
        run = byte == UInt8(ascii: "#") ? run + 1 : 0
        longest = max(longest, run)
    }
    let fence = String(repeating: "#", count: longest + 1)
    return "\(fence)\"\"\"\n\(text)\n\"\"\"\(fence)"
}

func name(of path: String) -> String {
    let file = path.split(separator: "/").last ?? ""
    return String(file.prefix { $0 != "." })
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 2 else { fail("usage: EmbedReferenceTool OUTPUT.swift DOCUMENT.json GUIDE.md...") }
let guides = arguments.dropFirst(2).map {
    "Guide(name: \"\(name(of: $0))\", text: \(literal(contents(of: $0)))),"
}
let source = """
    extension APIDocument {
        /// docs/api/openapi.json.
        static let json = \(literal(contents(of: arguments[1])))
    }
    extension Guide {
        static let embedded: [Guide] = [
    \(guides.joined(separator: "\n"))
        ]
    }

    """
save(source, as: arguments[0])
