import Foundation

/// The floors of the server: each room stands on one, and names only what is on its own floor or below.
struct Floors {
    let floors: [(name: String, rooms: Set<String>)]

    /// Lowest first. The files beside the rooms are the wiring, which is on top.
    static let server = Floors(floors: [
        ("host", ["Configuration", "Exposition", "Files", "Logging", "Process", "Requests", "Secrets"]),
        ("store", ["Embedded", "Storage"]),
        ("ledger", ["Check", "DayTurns", "Ledger"]),
        (
            "accounts",
            ["Access", "Deletion", "Devices", "Identity", "Limits", "Merge", "Pairing", "Registration", "SignIn"]
        ),
        (
            "API",
            [
                "Export", "History", "Import", "Lists", "Live", "Online", "Reference", "Search", "Settings",
                "Statistics", "Sync",
                "Tasks", "Views",
            ]
        ),
        (
            "server",
            ["", "Administration", "Backup", "Doctor", "Health", "Housekeeping", "Instance", "KeyRotation", "Metrics"]
        ),
    ])

    func level(of room: String) -> Int? { floors.firstIndex { $0.rooms.contains(room) } }

    /// `room -> room: Name` for every type that a room names of another.
    func names(in files: [SourceText]) -> [(from: String, to: String, name: String)] {
        var homes: [String: Set<String>] = [:]
        var inner: [String: Set<String>] = [:]
        for file in files {
            for name in file.types { homes[name, default: []].insert(file.room) }
            inner[file.room, default: []].formUnion(file.innerTypes)
        }
        var found: [(String, String, String)] = []
        for file in files {
            for name in file.names.sorted() where inner[file.room]?.contains(name) != true {
                for home in (homes[name] ?? []).sorted() where home != file.room {
                    found.append((file.room, home, name))
                }
            }
        }
        return found
    }

    func upward(in files: [SourceText]) -> Set<String> {
        Set(
            names(in: files).compactMap { from, to, name in
                guard let own = level(of: from), let other = level(of: to), other > own else { return nil }
                return "\(from) -> \(to): \(name)"
            })
    }

    /// Rooms of a floor that name each other, however long the way round. Nothing where every room can be built before those
    /// that name it.
    func circles(in files: [SourceText]) -> Set<String> {
        var ways: [String: Set<String>] = [:]
        for (from, to, _) in names(in: files) where level(of: from) == level(of: to) {
            ways[from, default: []].insert(to)
        }
        while true {
            let built = ways.filter { $0.value.isDisjoint(with: ways.keys) }
            if built.isEmpty { return Set(ways.keys) }
            for room in built.keys { ways[room] = nil }
        }
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
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
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
