import DaybookCore
import Testing

@testable import DaybookAccounts
@testable import DaybookHost

/// Codes as the standards have them.
@Suite struct TimedCodeTests {
    /// RFC 6238, Appendix B.
    @Test(arguments: [
        (59, 94_287_082, 46_119_246, 90_693_936), (1_111_111_109, 7_081_804, 68_084_774, 25_091_201),
        (1_111_111_111, 14_050_471, 67_062_674, 99_943_326), (1_234_567_890, 89_005_924, 91_819_424, 93_441_116),
        (2_000_000_000, 69_279_037, 90_698_825, 38_618_901), (20_000_000_000, 65_353_130, 77_737_706, 47_863_826),
    ])
    func numbersAreThoseOfTheStandard(seconds: Int, sha1: Int, sha256: Int, sha512: Int) {
        let counter = UInt64(seconds / 30)
        func number(_ length: Int, _ digest: OneTimePassword.Digest) -> Int {
            OneTimePassword.number(Self.secret(length), counter, digits: 8, digest)
        }
        #expect(number(20, .sha1) == sha1)
        #expect(number(32, .sha256) == sha256)
        #expect(number(64, .sha512) == sha512)
    }

    /// RFC 4226, Appendix D.
    @Test func countersAreThoseOfTheStandard() {
        let numbers = (0..<10).map { OneTimePassword.number(Self.secret(20), $0, digits: 6) }
        #expect(
            numbers == [755_224, 287_082, 359_152, 969_429, 338_314, 254_676, 287_922, 162_583, 399_871, 520_489])
    }

    /// `12345678901234567890...`, of which the standards' examples are made.
    static func secret(_ length: Int) -> [UInt8] { (0..<length).map { Array("1234567890".utf8)[$0 % 10] } }

    /// RFC 4648, 10.
    @Test(arguments: [
        ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
        ("foobar", "MZXW6YTBOI"),
    ])
    func secretsAreWrittenAsAppsReadThem(text: String, encoded: String) {
        #expect(Base32.encode(Array(text.utf8)) == encoded)
    }

    @Test(arguments: ["492039", " 492 039", "492-039"]) func aCodeIsReadAsItIsTyped(text: String) {
        #expect(TimedCode(text)?.number == 492_039)
    }

    @Test(arguments: [
        "", "49203", "4920390", "49203a", "４９２０３９", "+49203", String(repeating: " ", count: 40) + "492039",
    ])
    func whatIsNoCodeIsNone(text: String) {
        #expect(TimedCode(text) == nil)
    }

    @Test func aClockMayDifferByHalfAMinuteAndNoCodeCountsTwice() throws {
        let now = Instant(milliseconds: 1_111_111_111_000)
        let step = TimedCode.step(at: now)
        func code(_ step: Int64) throws -> TimedCode { try #require(TimedCode(Self.code(of: Self.secret(20), step))) }
        for near in [step - 1, step, step + 1] {
            #expect(try code(near).step(of: Self.secret(20), at: now, after: -1) == near)
            #expect(try code(near).step(of: Self.secret(20), at: now, after: near) == nil)
            #expect(try code(near).step(of: Self.secret(20), at: now, after: near - 1) == near)
        }
        for far in [step - 2, step + 2, 0] {
            #expect(try code(far).step(of: Self.secret(20), at: now, after: -1) == nil)
        }
    }

    @Test func theAddressIsOneThatAppsScan() {
        let factor = NewFactor(secret: Self.secret(20), email: "Änna+todo@example.org")
        #expect(
            factor.address == "otpauth://totp/Daybook:%C3%84nna%2Btodo%40example.org"
                + "?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Daybook&algorithm=SHA1&digits=6&period=30")
    }

    @Test func aSecretOpensForItsAccountAndUnderItsKeyAlone() throws {
        let (old, next) = (SecretKey.random(), SecretKey.random())
        let (anna, berta) = (Identifier.random(), Identifier.random())
        let sealed = SealedFactor(Self.secret(20), of: anna, old)
        #expect(sealed.open(of: anna, old) == Self.secret(20))
        #expect(sealed.open(of: berta, old) == nil && sealed.open(of: anna, next) == nil)
        #expect(sealed.sealedAgain(of: anna, old, with: next)?.open(of: anna, next) == Self.secret(20))
        #expect(sealed.sealedAgain(of: anna, next, with: old) == nil)
    }

    /// What an app shows in a half minute.
    static func code(of secret: [UInt8], _ step: Int64) -> String {
        let digits = String(OneTimePassword.number(secret, UInt64(step), digits: TimedCode.digits))
        return String(repeating: "0", count: TimedCode.digits - digits.count) + digits
    }
}
