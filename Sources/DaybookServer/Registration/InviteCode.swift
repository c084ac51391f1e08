/// What is handed out so that somebody may begin an account: sixteen letters and digits in groups of four, 80 random bits.
struct InviteCode: UnguessableCode {
    static let length = 16
    let symbols: [UInt8]
}
