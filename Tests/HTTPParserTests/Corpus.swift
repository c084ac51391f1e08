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

    /// What fuzzing found to take another way through the parser, without a word on how it must be answered.
    static let found: [[UInt8]] = {
        let folder = root.appending(path: "found")
        let files = try! FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return files.map { Array(try! Data(contentsOf: $0)) }
    }()

    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Fuzz/corpus").standardizedFileURL

    private static func examples(under kind: String) -> [Example] {
        let root = root.appending(path: kind)
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
