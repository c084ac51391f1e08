/// The code with which somebody may create an account: sixteen letters and digits in groups of four, 80 random bits.
package struct InviteCode: UnguessableCode {
    package static let length = 16
    package let symbols: [UInt8]

    package init(symbols: [UInt8]) { self.symbols = symbols }
}
