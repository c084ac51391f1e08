import COpenSSL

/// The name of a prepared statement: what it says, in 128 bits of a SHA-256. Two texts that share one name would answer
/// for each other, so it is a hash that nobody has made collide.
enum StatementName {
    static func of(_ text: String, _ types: ContiguousArray<UInt32>) -> String {
        var bytes = Array(text.utf8)
        // A statement's text holds no zero byte, so it cannot go on as another's types.
        bytes.append(0)
        for type in types { withUnsafeBytes(of: type.littleEndian) { bytes.append(contentsOf: $0) } }
        var digest = [UInt8](repeating: 0, count: 32)
        EVP_Digest(bytes, bytes.count, &digest, nil, EVP_sha256(), nil)
        let digits = Array("0123456789abcdef".utf8)
        let name = digest.prefix(16).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
        return "d" + String(decoding: name, as: UTF8.self)
    }
}
