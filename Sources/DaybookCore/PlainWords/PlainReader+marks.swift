/// When to be reminded, as it was said.
enum PlainReminder: Hashable, Sendable {
    /// When it is due.
    case atDue
    /// So many seconds before it is due.
    case before(Int64)
    case at(PlainWhen)
}

extension PlainReader {
    /// Whether something with a sign before it begins here, or the line is over.
    func startsMark(_ place: Int) -> Bool {
        guard place < tokens.count else { return true }
        guard begins(place) else { return false }
        return "#+!".contains(sign(place) ?? " ") || priority(place) != nil
    }

    /// `p1` to `p9`, the first being the highest.
    func priority(_ place: Int) -> Found<Int>? {
        guard begins(place), let key = tokens[place].key, key == Self.letterP, isGlued(place + 1),
            let number = number(place + 1), number.digits == 1, number.value > 0
        else { return nil }
        return found(number.value, place + 2)
    }

    private static let letterP = PlainWordKey(Array("p".utf8)[...])

    /// `#tag`, `+list`, `+"a list"`: the name, without its sign and quotes.
    func name(_ place: Int, behind sign: Character, in bytes: [UInt8]) -> Found<String>? {
        guard self.sign(place) == sign, begins(place), isGlued(place + 1) else { return nil }
        let inner = tokens[place + 1]
        if inner.kind == .quoted {
            let text = String(decoding: bytes[inner.bytes], as: UTF8.self)
            let name = text.dropFirst().dropLast()
            return name.allSatisfy { $0.isWhitespace } ? nil : found(String(name), place + 2)
        }
        let start = inner.bytes.lowerBound
        let end = PlainBytes.endOfName(bytes, start)
        // `#1` is a number, and `+3d` a date.
        let isNumber = bytes[start..<end].allSatisfy { PlainBytes.isDigit($0) || $0 < 0x30 }
        guard end > start, !isNumber, sign == "#" || !PlainBytes.isDigit(bytes[start]) else { return nil }
        var next = place + 1
        while next < tokens.count, tokens[next].bytes.upperBound <= end { next += 1 }
        guard tokens[next - 1].bytes.upperBound == end else { return nil }
        return found(String(decoding: bytes[start..<end], as: UTF8.self), next)
    }

    /// `!30m`, `!9am`, `!fri 9am`, `!remind`, `!remind tomorrow`
    func reminder(_ place: Int) -> Found<PlainReminder>? {
        guard sign(place) == "!", begins(place), isGlued(place + 1) else { return nil }
        var inner = PlainReader(tokens: tokens, vocabulary: vocabulary, moment: moment, isAlone: isAlone)
        inner.mayBeGlued = place + 1
        let first = sense(place + 1) == .remind ? place + 2 : place + 1
        if let length = inner.lengthBefore(first) {
            let behind = skipping(.before, length.next)
            return found(.before(length.value), tokens[behind - 1].ends ? behind : length.next)
        }
        if let when = inner.when(first) { return Found(value: .at(when.value), next: when.next) }
        return first == place + 2 ? found(.atDue, first) : nil
    }

    /// Before something is due, `m` are minutes and days have 24 hours.
    private func lengthBefore(_ place: Int) -> Found<Int64>? {
        if let length = duration(place) { return length }
        guard let amount = amount(place), amount.value.count <= 366 else { return nil }
        let unit: Int64? =
            switch amount.value.unit {
            case .month where number(place) != nil && isGlued(place + 1): 60
            case .day: 86_400
            case .week: 7 * 86_400
            default: nil
            }
        return unit.map { Found(value: Int64(amount.value.count) * $0, next: amount.next) }
    }
}
