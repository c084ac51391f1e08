import Embedding

// Writes a YAML document as JSON into a Swift source.

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

guard CommandLine.arguments.count == 3 else { fail("usage: EmbedReferenceTool DOCUMENT.yaml OUTPUT.swift") }
let (input, output) = (CommandLine.arguments[1], CommandLine.arguments[2])

let document: Node
do {
    document = try YAML.read(contents(of: input))
} catch let fault as YAML.Fault {
    fail(fault.sentence, at: "\(input):\(fault.line)")
} catch {
    fail("\(error)", at: input)
}

let source = """
    extension APIDocument {
        /// docs/api/openapi.yaml as JSON.
        static let json = \(literal(document.json))
    }

    """
save(source, as: output)
