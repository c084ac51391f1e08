/// Numbers as secrets and tokens hold them: eight bytes, the highest first.
extension [UInt8] {
    package init(words: UInt64...) {
        self = words.flatMap { word in (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * $0)) } }
    }

    package func word(_ place: Int) -> UInt64 { self[place..<place + 8].reduce(0) { $0 << 8 | UInt64($1) } }
}
