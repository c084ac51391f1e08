import Foundation

/// What a module shows to other packages, as its sources say: one line a declaration, sorted, as the fixture has it.
struct PublicFace {
    /// What `Package.swift` offers to other packages as libraries, and what a part of them stands in.
    static let modules = ["DaybookCore", "DaybookDevice", "DaybookClient", "DaybookTesting"]

    struct Declaration: Hashable {
        /// Where it stands, as "DaybookCore TaskItem: var title: String".
        let line: String
        /// The type's name where it is a type that stands in no other.
        let topType: String?
        let isDocumented: Bool
    }

    private(set) var declarations: [Declaration] = []

    init(of module: String, _ files: [String]) {
        for text in files {
            var reading = FaceReading(module: module)
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) { reading.read(line) }
            declarations += reading.found
        }
    }

    /// Of all modules that are offered.
    static func ofAll() throws -> [PublicFace] {
        let sources = try House.sources()
        return modules.map { module in PublicFace(of: module, sources.filter { $0.room == module }.map(\.text)) }
    }

    /// What two systems have in two files stands once.
    var lines: [String] { Set(declarations.map(\.line)).sorted() }
    var undocumented: [String] { declarations.filter { !$0.isDocumented }.map(\.line).sorted() }
    var topTypes: Set<String> { Set(declarations.compactMap(\.topType)) }
}

/// A file on its way into a face, line by line. Sources are formatted, so the indentation tells what stands in what.
private struct FaceReading {
    /// A type, an extension or a body, whatever stands in it being indented more.
    private struct Scope {
        let indent: Int
        let name: String
        /// Kinds of declaration that are public in it without a word of their own.
        var open: Set<Substring> = []
        /// Whether anything in it can be public.
        var isSeen = true
    }

    /// A declaration's head, as far as it was read.
    private struct Head {
        let indent: Int
        var text: String
        let isDocumented: Bool
    }

    private static let types: Set<Substring> = ["struct", "class", "enum", "protocol", "actor"]
    private static let values: Set<Substring> = ["var", "let", "case", "typealias"]
    private static let functions: Set<Substring> = ["func", "init", "subscript"]
    private static let kinds = types.union(values).union(functions).union(["extension"])
    private static let hidden: Set<Substring> = ["package", "internal", "private", "fileprivate"]
    /// What a well-known protocol asks for is told with the protocol.
    private static let toldElsewhere = [
        "static func <", "static func ==", "func hash(into", "var description: String", "Literal value:",
        "init(nilLiteral",
    ]

    let module: String
    private(set) var found: [PublicFace.Declaration] = []
    private var scopes: [Scope] = []
    private var head: Head?
    private var isDocumented = false
    private var isInText = false

    init(module: String) { self.module = module }

    mutating func read(_ line: Substring) {
        let wasInText = isInText
        if line.ranges(of: "\"\"\"").count == 1 { isInText.toggle() }
        let code = line.drop { $0 == " " }
        if wasInText || code.isEmpty || code.hasPrefix("#") || code.hasPrefix("import ") { return }
        if code.hasPrefix("//") {
            isDocumented = code.hasPrefix("///")
            return
        }
        if head == nil {
            let indent = line.count - code.count
            while let last = scopes.last, last.indent >= indent { scopes.removeLast() }
            head = Head(indent: indent, text: String(code), isDocumented: isDocumented)
            isDocumented = false
        } else {
            head?.text += " " + code
        }
        settle()
    }

    /// Takes the head as soon as it is whole.
    private mutating func settle() {
        guard let head else { return }
        let words = head.text.split(separator: " ").drop { $0.hasPrefix("@") }
        if words.isEmpty { return }
        self.head = nil
        guard let place = words.firstIndex(where: { Self.kinds.contains($0.prefix(while: \.isLetter)) }),
            words[..<place].allSatisfy({ $0.allSatisfy { $0.isLetter || "()".contains($0) } })
        else { return }
        let kind = words[place].prefix(while: \.isLetter)
        let isAsked = scopes.last?.open.contains(kind) ?? false
        let plain = words.filter { $0 != "public" }.joined(separator: " ")
            .replacing("( ", with: "(").replacing(" )", with: ")")
        let isStored = kind == "var" || kind == "let"
        guard let sentence = Self.sentence(plain, isStored, endsWithLine: isAsked || Self.values.contains(kind)) else {
            self.head = head
            return
        }
        let modifiers = Set(words[..<place])
        let isSeen = scopes.allSatisfy(\.isSeen)
        let isPublic =
            isSeen && kind != "extension" && (modifiers.contains("public") || isAsked)
            && modifiers.isDisjoint(with: Self.hidden)
        let path = scopes.map(\.name).joined(separator: ".")
        let name = words[(place + 1)...].first.map { $0.prefix { $0.isLetter || $0.isNumber || $0 == "." } } ?? ""
        enter(kind, String(name), head, isPublic: isPublic)
        guard isPublic else { return }
        found.append(
            PublicFace.Declaration(
                line: path.isEmpty ? "\(module) \(sentence)" : "\(module) \(path): \(sentence)",
                topType: path.isEmpty && Self.types.contains(kind) ? String(name) : nil,
                isDocumented: head.isDocumented || Self.toldElsewhere.contains { sentence.contains($0) }))
    }

    private mutating func enter(_ kind: Substring, _ name: String, _ head: Head, isPublic: Bool) {
        switch kind {
        case "extension": scopes.append(Scope(indent: head.indent, name: name))
        case "enum" where isPublic: scopes.append(Scope(indent: head.indent, name: name, open: ["case"]))
        case "protocol" where isPublic:
            scopes.append(Scope(indent: head.indent, name: name, open: Self.functions.union(Self.values)))
        case _ where Self.types.contains(kind):
            scopes.append(Scope(indent: head.indent, name: name, isSeen: isPublic))
        case _ where head.text.hasSuffix("{"):
            scopes.append(Scope(indent: head.indent, name: "", isSeen: false))
        default: break
        }
    }

    /// The head without its body and its value; nil where it goes on in the next line.
    private static func sentence(_ text: String, _ isStored: Bool, endsWithLine: Bool) -> String? {
        var depth = 0
        var previous: Character = " "
        for index in text.indices {
            let character = text[index]
            if "([".contains(character) { depth += 1 }
            if ")]".contains(character) { depth -= 1 }
            let ends = character == "{" || isStored && text[index...].hasPrefix("= ")
            if ends, depth == 0, previous == " " { return String(text[..<index].dropLast()) }
            previous = character
        }
        return endsWithLine && depth == 0 ? text : nil
    }
}
