import CSodium
import DaybookHost

/// A password's hash as libsodium writes it, `$argon2id$v=19$m=19456,t=2,p=1$SALT$HASH`: it says itself how it was
/// made.
package struct PasswordHash: Hashable, Sendable {
    let text: String

    /// What a guess costs: memory in bytes, and passes over it.
    struct Cost: Hashable, Sendable {
        var memory: Int
        var passes: Int
    }

    init(stored text: String) { self.text = text }

    /// Takes as long as the cost says, and that much memory: never on a thread of the loops. Nil without that memory.
    init?(of password: Password, _ cost: Cost) {
        Sodium.prepare()
        var text = [CChar](repeating: 0, count: Int(crypto_pwhash_STRBYTES))
        let characters = password.bytes.map { CChar(bitPattern: $0) }
        let status = crypto_pwhash_str_alg(
            &text, characters, UInt64(characters.count), UInt64(cost.passes), cost.memory, crypto_pwhash_ALG_ARGON2ID13)
        guard status == 0 else { return nil }
        self.text = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Takes as long as the hash took to make.
    func fits(_ password: Password) -> Bool {
        let characters = password.bytes.map { CChar(bitPattern: $0) }
        // libsodium compares lengths first where the text is none of its own.
        guard text.utf8.count < Int(crypto_pwhash_STRBYTES) else { return false }
        return crypto_pwhash_str_verify(text, characters, UInt64(characters.count)) == 0
    }

    /// What this hash cost; nil if it is not of the form above.
    var cost: Cost? {
        let parts = text.split(separator: "$")
        guard parts.count == 5, parts[0] == "argon2id" else { return nil }
        var cost = Cost(memory: 0, passes: 0)
        for setting in parts[2].split(separator: ",") {
            guard let number = Int(setting.dropFirst(2)) else { return nil }
            switch setting.first {
            case "m": cost.memory = number * 1024
            case "t": cost.passes = number
            default: continue
            }
        }
        return cost
    }

    /// Whether a guess should cost more by now.
    func isCheaper(than cost: Cost) -> Bool {
        guard let own = self.cost else { return true }
        return own.memory < cost.memory || own.passes < cost.passes
    }
}
