import Embedding

// Writes a document as a string into a Swift source, as it is.

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

guard CommandLine.arguments.count == 3 else { fail("usage: EmbedReferenceTool DOCUMENT.json OUTPUT.swift") }
let (input, output) = (CommandLine.arguments[1], CommandLine.arguments[2])

let source = """
    extension APIDocument {
        /// docs/api/openapi.json.
        static let json = \(literal(contents(of: input)))
    }

    """
save(source, as: output)
