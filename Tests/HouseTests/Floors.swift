/// The rooms of one target: what they name of each other. What lies in another target, the compiler sees to.
struct Floor {
    /// The service's, lowest first. The files beside the rooms of the highest are the wiring.
    static let all = [
        "DaybookHost", "DaybookStore", "DaybookLedger", "DaybookCalendarIndex", "DaybookAccounts", "DaybookReminders",
        "DaybookCalDAV", "DaybookAPI", "DaybookServer",
    ]

    /// What the tests of several floors share, each with the highest floor that it may import.
    static let support = [
        "TestStore": "DaybookStore", "TestAccounts": "DaybookAccounts", "TestService": "DaybookServer",
    ]

    /// Folders of tests and of what supports them, each with the floors that it may not import.
    static var forbiddenToTests: [String: Set<String>] {
        var forbidden: [String: Set<String>] = [:]
        for (level, name) in all.enumerated() {
            let above = Set(all[(level + 1)...])
            forbidden["\(name)Tests"] = above
            for (folder, highest) in support where highest == name { forbidden["Support/\(folder)"] = above }
        }
        return forbidden
    }

    let files: [SourceText]

    /// Rooms that name each other, however long the way round, and those between two circles, each with what it names
    /// of the others. Nothing where every room can be built before those that name it.
    var circles: [String: [String: Set<String>]] {
        var ways = ways
        while true {
            let named = Set(ways.values.lazy.flatMap(\.keys))
            let ends = ways.filter { !named.contains($0.key) || $0.value.keys.allSatisfy { ways[$0] == nil } }
            if ends.isEmpty { break }
            for room in ends.keys { ways[room] = nil }
        }
        return ways.mapValues { others in others.filter { ways[$0.key] != nil } }
    }

    /// By room, then by the rooms whose types it names: these types.
    var ways: [String: [String: Set<String>]] {
        var homes: [String: Set<String>] = [:]
        var inner: [String: Set<String>] = [:]
        for file in files {
            for name in file.types { homes[name, default: []].insert(file.room) }
            inner[file.room, default: []].formUnion(file.innerTypes)
        }
        var ways: [String: [String: Set<String>]] = [:]
        for file in files {
            for name in file.names where inner[file.room]?.contains(name) != true {
                for other in homes[name]?.subtracting([file.room]) ?? [] {
                    ways[file.room, default: [:]][other, default: []].insert(name)
                }
            }
        }
        return ways
    }
}

/// A Swift file, as far as it matters which types it declares and which it names.
struct SourceText {
    let room: String
    /// Declared outside of any other, for more than their own file.
    let types: Set<String>
    /// Declared inside of another.
    let innerTypes: Set<String>
    /// Every word that could be a type's.
    let names: Set<String>

    private static let declaring: Set<String> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
    private static let modifiers: Set<String> = ["public", "package", "final", "indirect", "fileprivate", "private"]

    init(room: String, text: String) {
        self.room = room
        var (types, inner, names) = (Set<String>(), Set<String>(), Set<String>())
        // What stands in a text of several lines is as little a name as what stands in quotes.
        var isInText = false
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            var line = line
            if isInText {
                guard let end = Self.behindText(line) else { continue }
                line = end
            }
            isInText = line.suffix(3).elementsEqual(Self.quotes)
            let words = Self.code(of: line)
            names.formUnion(words.lazy.filter { $0.utf8.first.map { $0 < UInt8(ascii: "a") } ?? false })
            let begun = words.prefix { Self.modifiers.contains($0) }
            guard let name = Self.declared(by: words[begun.count...]) else { continue }
            if line.first == UInt8(ascii: " ") {
                inner.insert(name)
            } else if !begun.contains("private"), !begun.contains("fileprivate") {
                types.insert(name)
            }
        }
        self.types = types
        innerTypes = inner
        self.names = names
    }

    private static let quotes = "\"\"\"".utf8

    /// What stands behind the quotes that end a text of several lines; nil where it goes on.
    private static func behindText(_ line: Substring.UTF8View) -> Substring.UTF8View? {
        let rest = line.drop { $0 == UInt8(ascii: " ") }
        return rest.starts(with: quotes) ? rest.dropFirst(3) : nil
    }

    private static func declared(by words: ArraySlice<String>) -> String? {
        guard let first = words.first, declaring.contains(first) else { return nil }
        return words.dropFirst().first
    }

    /// The words of a line without its comment and, unless they are asked for, those in quotes.
    static func code(of line: Substring.UTF8View, withQuotes: Bool = false) -> [String] {
        var words: [String] = []
        var word: [UInt8] = []
        var isQuoted = false
        var previous: UInt8 = 0
        for byte in line {
            let isWord =
                byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z") || byte == UInt8(ascii: "_")
                || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
            if isWord, !isQuoted || withQuotes {
                word.append(byte)
            } else if !word.isEmpty {
                words.append(String(decoding: word, as: UTF8.self))
                word = []
            }
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == UInt8(ascii: "/"), previous == byte, !isQuoted { break }
            previous = byte
        }
        if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
        return words
    }
}
