import DaybookCore
import DaybookHost

/// Looks for words in the reference, its guides and the problems. Made once; a question looks up at most eight words
/// among those that there are, and shows at most thirty places.
struct ReferenceSearch: Sendable {
    struct Place: Sendable {
        let title: String
        let address: String
        let text: String
    }

    private static let mostWords = 8
    private static let mostPlaces = 30

    private let places: [Place]
    /// Every word of the places, sorted, with the places that hold it, those first that have it in their title.
    private let words: [(word: String, places: [Int])]

    init(_ places: [Place]) {
        self.places = places
        var titled: [String: [Int]] = [:]
        var told: [String: [Int]] = [:]
        for (index, place) in places.enumerated() {
            let title = Set(Self.words(of: place.title))
            for word in title { titled[word, default: []].append(index) }
            for word in Set(Self.words(of: place.text)).subtracting(title) { told[word, default: []].append(index) }
        }
        words = Set(titled.keys).union(told.keys).sorted().map { ($0, (titled[$0] ?? []) + (told[$0] ?? [])) }
    }

    private static func words(of text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
    }

    private static func asked(_ query: String) -> ArraySlice<String> {
        words(of: String(query.prefix(100))).prefix(mostWords)
    }

    /// Two lines of a text, where it has one of the words.
    private static func piece(of text: String, around words: ArraySlice<String>) -> String {
        let folded = text.lowercased()
        let first = words.compactMap { folded.firstRange(of: $0)?.lowerBound }.min() ?? folded.startIndex
        let start = max(0, folded.distance(from: folded.startIndex, to: first) - 60)
        let piece = text.dropFirst(start)
        // From the beginning of a word.
        let whole = start == 0 ? piece : piece.drop { $0 != " " }
        return (start == 0 ? "" : "…") + whole.prefix(160) + (whole.count > 160 ? "…" : "")
    }

    /// Places that hold every word, or words that begin so.
    func find(_ query: String) -> [Place] {
        var ranks: [Int: Int] = [:]
        for (number, word) in Self.asked(query).enumerated() {
            var found: [Int: Int] = [:]
            for index in firstIndex(of: word)..<words.count {
                guard words[index].word.hasPrefix(word) else { break }
                for (rank, place) in words[index].places.enumerated() {
                    // A whole word before one that only begins so.
                    let rank = rank + (words[index].word == word ? 0 : places.count)
                    found[place] = min(found[place] ?? .max, rank)
                }
            }
            let sum = ranks.filter { found[$0.key] != nil }.merging(
                found.filter { ranks[$0.key] != nil }, uniquingKeysWith: +)
            ranks = number == 0 ? found : sum
        }
        return ranks.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.prefix(Self.mostPlaces).map { places[$0.key] }
    }

    private func firstIndex(of word: String) -> Int {
        var (low, high) = (0, words.count)
        while low < high {
            let middle = (low + high) / 2
            if words[middle].word < word { low = middle + 1 } else { high = middle }
        }
        return low
    }

    func page(_ query: String) -> [UInt8] {
        let found = find(query)
        return Page.framed(title: "Search – Daybook") { page in
            page.element("h1", "Search")
            page.searchForm(query)
            if found.isEmpty { page.element("p", "Nothing has all of these words.") }
            for place in found {
                page.element("div") { page in
                    page.link(place.address, place.title)
                    page.element("p", [("class", "soft")], Self.piece(of: place.text, around: Self.asked(query)))
                }
            }
            page.element("p") { $0.link("/docs", "The API") }
        }
    }
}

extension ReferenceSearch {
    /// Every part of every guide, every operation and every problem.
    init(of document: APIDocument) {
        var places: [Place] = []
        for guide in Guide.all { places += guide.places }
        for operation in document.operations {
            places.append(
                Place(
                    title: "\(operation.method) \(operation.path): \(operation.summary)",
                    address: "/docs#\(operation.anchor)", text: operation.value["description"]?.text ?? ""))
        }
        for schema in document.root["components"]?["schemas"]?.members ?? [] {
            let names = schema.value["properties"]?.members.map(\.name) ?? []
            places.append(
                Place(
                    title: "\(schema.name), a schema", address: "/docs#schema-\(schema.name)",
                    text: ([schema.value["description"]?.text ?? ""] + names).joined(separator: " ")))
        }
        for type in ProblemPage.all {
            places.append(Place(title: "\(type.code), a problem", address: type.uri, text: "\(type.title)."))
        }
        self.init(places)
    }
}

extension Guide {
    /// Its beginning, and what stands under each heading.
    fileprivate var places: [ReferenceSearch.Place] {
        let pieces = "\n\(text)".split(separator: "\n## ", omittingEmptySubsequences: false)
        return pieces.enumerated().map { index, piece in
            let lines = piece.split(separator: "\n", maxSplits: 1)
            let heading = lines.first ?? ""
            // As it is read: without where links lead, and without marks.
            let unlinked = lines.dropFirst().joined().replacing(#/\[([^\]]*)\]\([^)]*\)/#) { $0.1 }
            let plain = unlinked.filter { !"`*|".contains($0) }
            let words = plain.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            guard index > 0 else { return .init(title: title, address: "/docs/\(name)", text: words) }
            return .init(
                title: "\(title): \(heading)", address: "/docs/\(name)#\(Markdown.anchor(of: heading))", text: words)
        }
    }
}
