import DaybookHost

/// A code that is too long to be guessed, so that a plain hash of it can be stored as proof; no table holds the code
/// itself.
package protocol UnguessableCode: Hashable, Sendable {
    /// The length in symbols of five random bits each.
    static var length: Int { get }
    /// How many symbols stand between two hyphens.
    static var group: Int { get }

    var symbols: [UInt8] { get }
    init(symbols: [UInt8])
}

extension UnguessableCode {
    package static var group: Int { 4 }

    /// A new one.
    init() { self.init(symbols: ReadableCode.random(Self.length)) }

    /// Reads it as people type it: letter case, spaces and hyphens do not count, and look-alikes are told apart.
    init?(_ text: String) {
        guard let symbols = ReadableCode.read(text, count: Self.length) else { return nil }
        self.init(symbols: symbols)
    }

    package var text: String { ReadableCode.write(symbols, groups: Self.group) }

    var hash: [UInt8] { Sodium.hash(symbols) }
}
