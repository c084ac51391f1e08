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

/// A guide without its pictures: they stay beside the page, whose words say what they show.
func words(of path: String) -> String {
    let lines = contents(of: path).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.filter { !$0.drop { $0 == " " }.hasPrefix("<img ") }.joined(separator: "\n")
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 2 else { fail("usage: EmbedReferenceTool OUTPUT.swift DOCUMENT.json GUIDE.md...") }
let guides = arguments.dropFirst(2).map {
    "Guide(name: \"\(name(of: $0))\", text: \(literal(words(of: $0)))),"
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
