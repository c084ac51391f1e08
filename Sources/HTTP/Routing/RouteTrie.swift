import HTTPParser

/// Finds where a path leads, segment by segment, without allocating. A spelled-out segment goes before a parameter; if
/// that way ends nowhere, the parameter is tried.
struct RouteTrie: Sendable {
    private struct Node: Sendable {
        var literals: [Edge] = []
        var parameter: Int?
        var endpoint: Int?
    }

    /// The segment's bytes lie in the pool, all segments one after the other.
    private struct Edge: Sendable {
        let text: Range<Int>
        let node: Int
    }

    private var nodes = [Node()]
    private var pool: [UInt8] = []
    private(set) var endpoints = 0

    /// The endpoint the pattern leads to, made if it is the first to lead there. Parameters of any name are one way.
    mutating func endpoint(of pattern: RoutePattern) -> Int {
        var node = 0
        for segment in pattern.segments {
            switch segment {
            case .literal(let text): node = literal(Array(text.utf8), of: node)
            case .parameter: node = parameter(of: node)
            }
        }
        if let endpoint = nodes[node].endpoint { return endpoint }
        nodes[node].endpoint = endpoints
        endpoints += 1
        return endpoints - 1
    }

    /// The endpoint of this path, and what its parameters matched. A parameter never matches an empty segment, nor "."
    /// or "..", which a client or proxy may have meant to be resolved.
    func resolve(_ path: Span<UInt8>, _ parameters: inout PathParameters) -> Int? {
        // The absolute form may come without a path, which stands for "/".
        if path.isEmpty { return nodes[0].literals.first { $0.text.isEmpty }.flatMap { nodes[$0.node].endpoint } }
        guard path[0] == UInt8(ascii: "/") else { return nil }
        return resolve(path, from: 1, at: 0, &parameters)
    }

    private func resolve(
        _ path: Span<UInt8>, from start: Int, at node: Int, _ parameters: inout PathParameters
    ) -> Int? {
        if start > path.count { return nodes[node].endpoint }
        var end = start
        while end < path.count, path[end] != UInt8(ascii: "/") { end += 1 }
        let segment = path.extracting(start..<end)
        var index = 0
        while index < nodes[node].literals.count {
            let edge = nodes[node].literals[index]
            if spells(segment, edge.text) {
                if let found = resolve(path, from: end + 1, at: edge.node, &parameters) { return found }
                break
            }
            index += 1
        }
        guard let next = nodes[node].parameter, !segment.isEmpty, !isDots(segment) else { return nil }
        parameters.append(start..<end)
        if let found = resolve(path, from: end + 1, at: next, &parameters) { return found }
        parameters.removeLast()
        return nil
    }

    /// Whether the segment spells the text in the pool, once its escapes are decoded.
    private func spells(_ segment: Span<UInt8>, _ text: Range<Int>) -> Bool {
        var at = 0
        var letter = text.lowerBound
        while at < segment.count {
            guard letter < text.upperBound else { return false }
            var byte = segment[at]
            at += 1
            if byte == UInt8(ascii: "%") {
                guard let decoded = Escapes.byte(in: segment, at: at) else { return false }
                byte = decoded
                at += 2
            }
            if byte != pool[letter] { return false }
            letter += 1
        }
        return letter == text.upperBound
    }

    private func isDots(_ segment: Span<UInt8>) -> Bool {
        // Two dots are six bytes at most, when both are escaped.
        guard segment.count <= 6, segment[0] == UInt8(ascii: ".") || segment[0] == UInt8(ascii: "%") else {
            return false
        }
        let text = Escapes.text(segment, 0..<segment.count)
        return text == "." || text == ".."
    }

    private mutating func literal(_ text: [UInt8], of node: Int) -> Int {
        for edge in nodes[node].literals where pool[edge.text].elementsEqual(text) { return edge.node }
        let start = pool.count
        pool.append(contentsOf: text)
        nodes.append(Node())
        nodes[node].literals.append(Edge(text: start..<pool.count, node: nodes.count - 1))
        return nodes.count - 1
    }

    private mutating func parameter(of node: Int) -> Int {
        if let parameter = nodes[node].parameter { return parameter }
        nodes.append(Node())
        nodes[node].parameter = nodes.count - 1
        return nodes.count - 1
    }
}
