import Foundation
import TestPostgres
import TestWire
import Testing

@testable import DaybookHost
@testable import DaybookStore

@Suite(.closing) struct SecretKeyTests {
    private let key = SecretKey.random()
    private let value = Array("a refresh token".utf8)
    private let place = Array("account 1".utf8)

    @Test func whatWasSealedOpensAtItsPlaceOnly() throws {
        let sealed = key.seal(value, for: .refreshToken, at: place)
        #expect(key.open(sealed, for: .refreshToken, at: place) == value)
        #expect(key.open(sealed, for: .refreshToken, at: Array("account 2".utf8)) == nil)
        #expect(key.open(sealed, for: .signInAttempt, at: place) == nil)
        #expect(SecretKey.random().open(sealed, for: .refreshToken, at: place) == nil)
        #expect(key.seal(value, for: .refreshToken, at: place) != sealed, "a nonce was used twice")
        #expect(key.open(key.seal([], for: .refreshToken, at: []), for: .refreshToken, at: []) == [])
    }

    @Test func everyChangedBitIsNoticed() {
        let sealed = key.seal(value, for: .refreshToken, at: place)
        for bit in 0..<sealed.count * 8 {
            var changed = sealed
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(key.open(changed, for: .refreshToken, at: place) == nil, "bit \(bit)")
        }
        for length in 0..<sealed.count {
            #expect(key.open(Array(sealed.prefix(length)), for: .refreshToken, at: place) == nil, "\(length) bytes")
        }
    }

    @Test func derivedBytesFollowFromKeyPurposeAndText() {
        let bytes = key.derive(.email, from: value)
        #expect(bytes.count == 32)
        #expect(key.derive(.email, from: value) == bytes)
        #expect(key.derive(.throttle, from: value) != bytes)
        #expect(key.derive(.email, from: place) != bytes)
        #expect(SecretKey.random().derive(.email, from: value) != bytes)
    }

    @Test func theFirstStartMakesTheFileAndLaterOnesReadIt() throws {
        let folder = try openFolder().path
        let path = folder + "/made/secret.key"
        let first = try load(path)
        #expect(try Files.status(path)?.st_mode == 0o100600)
        let again = try load(path)
        #expect(first.derive(.email, from: value) == again.derive(.email, from: value))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/made") == ["secret.key"])
    }

    @Test func whoeverStartsAtTheSameTimeHasTheSameKey() async throws {
        let folder = try openFolder().path
        let path = folder + "/secret.key"
        let derived = Set(try await atOnce(0..<32) { _ in try load(path).derive(.email, from: []) })
        #expect(derived.count == 1)
    }

    @Test func aKeyThatIsNoSecretOrNotWholeStopsTheStart() throws {
        let folder = try openFolder().path
        let path = folder + "/secret.key"
        _ = try load(path)
        chmod(path, 0o604)
        #expect(throws: SecretKeyError.openToOthers(path: path)) { try load(path) }
        chmod(path, 0o640)
        _ = try load(path)
        truncate(path, 31)
        #expect(throws: SecretKeyError.wrongLength(path: path)) { try load(path) }
        #expect(throws: SecretKeyError.self) { try load(folder) }
    }

    /// As a first start has it: what is there, or a new one for everybody who looks.
    private func load(_ path: String) throws -> SecretKey {
        if let key = try SecretKey.find(path) { return key }
        let key = SecretKey.random()
        return try SecretKey.settle(key.written, path) ? key : try #require(try SecretKey.find(path))
    }

    /// The key comes first into a new data folder, and PostgreSQL, which is another user's where the service is root's,
    /// has to get through to its own.
    @Test func theDataFolderStaysPassable() throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "daybook-key-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try load(folder.path + "/secret.key")
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? Int
        #expect(mode == (geteuid() == 0 ? 0o711 : 0o700))
        let key =
            try FileManager.default.attributesOfItem(atPath: folder.path + "/secret.key")[.posixPermissions] as? Int
        #expect(key == 0o600)
    }
}
