import Foundation
import Testing

@testable import HTTPParser

/// The example messages in Fuzz/corpus, which the fuzzer also starts from. Refused ones lie in a folder named after
/// the refusal they must meet.
struct Example: CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    let refusal: Refusal?

    var testDescription: String { name }

    static let heads = examples(under: "heads")
    static let chunked = examples(under: "chunked")

    private static func examples(under kind: String) -> [Example] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fuzz/corpus/\(kind)")
            .standardizedFileURL
        let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
        var examples: [Example] = []
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "http" else { continue }
            let folder = file.deletingLastPathComponent().lastPathComponent
            let data = try! Data(contentsOf: file)
            let refusal = folder == "accepted" ? nil : Refusal(rawValue: folder)
            precondition(folder == "accepted" || refusal != nil, "\(folder) is no refusal")
            let name = "\(folder)/\(file.deletingPathExtension().lastPathComponent)"
            examples.append(Example(name: name, bytes: Array(data), refusal: refusal))
        }
        precondition(!examples.isEmpty, "no examples at \(root.path)")
        return examples.sorted { $0.name < $1.name }
    }
}
