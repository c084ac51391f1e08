/// The chance of whoever holds a book, as Swift takes it.
package struct Chance: RandomNumberGenerator {
    private let next64: () -> UInt64

    package init(next: @escaping () -> UInt64) { next64 = next }

    package mutating func next() -> UInt64 { next64() }
}
