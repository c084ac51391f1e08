extension JSONValue {
    /// About how many bytes it is written in. Of what is larger than the limit not all is looked at.
    func roughSize(upTo limit: Int) -> Int {
        switch self {
        case .null, .bool, .integer: 8
        case .decimal: 24
        case .string(let text): text.utf8.count + 2
        case .array(let items): 2 + items.roughSize(upTo: limit) { 1 + $0.roughSize(upTo: $1) }
        case .object(let members): 2 + members.roughSize(upTo: limit)
        }
    }
}

extension [JSONMember] {
    var roughSize: Int { roughSize(upTo: .max) }

    func roughSize(upTo limit: Int) -> Int {
        roughSize(upTo: limit) { $0.name.utf8.count + 4 + $0.value.roughSize(upTo: $1) }
    }
}

extension Array {
    /// - Parameter size: of one of them, which need not look further than the limit that it is given.
    fileprivate func roughSize(upTo limit: Int, _ size: (Element, Int) -> Int) -> Int {
        var sum = 0
        for element in self where sum <= limit { sum += size(element, limit - sum) }
        return sum
    }
}
