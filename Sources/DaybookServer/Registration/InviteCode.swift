import CSodium
import DaybookCore

/// What is handed out so that somebody may begin an account: sixteen letters and digits in groups of four, 80 random bits,
/// so that a plain hash of it is proof against guessing.
struct InviteCode: Hashable, Sendable {
    /// The code as it is stored in nobody's table.
    private let symbols: [UInt8]

    /// A new one.
    init() { symbols = ReadableCode.random(16) }

    /// Reads it as people type it: letter case, spaces and hyphens do not count, and look-alikes are told apart.
    init?(_ text: String) {
        guard let symbols = ReadableCode.read(text, count: 16) else { return nil }
        self.symbols = symbols
    }

    var text: String { ReadableCode.write(symbols, groups: 4) }

    var hash: [UInt8] { ReadableCode.hash(symbols) }
}
