import CSodium
import DaybookHost

/// The first line of a file, and what it takes to check or open what follows.
///
/// A plain backup's frames carry a checksum each, made with the one before it as its key, so none can be changed, left
/// out, added or moved unnoticed by accident. Anybody can make a plain file that passes; a sealed one needs the key.
enum BackupSeal {
    static let magic = "daybook-backup 1 "
    static let longestLine = 128
    static let headerLength = Int(crypto_secretstream_xchacha20poly1305_HEADERBYTES)
    static let plainOverhead = 32
    static let sealedOverhead = Int(crypto_secretstream_xchacha20poly1305_ABYTES)

    static func line(_ key: BackupKey?) -> String {
        magic + (key.map { "sealed \($0.name)" } ?? "plain") + "\n"
    }

    static func digest(_ bytes: [UInt8], key: [UInt8] = []) -> [UInt8] {
        Sodium.hash(bytes, key: key, length: plainOverhead)
    }
}

/// Closes frames, one after the other.
struct FrameSealing {
    private enum State {
        case plain(last: [UInt8])
        case sealed(crypto_secretstream_xchacha20poly1305_state)
    }

    /// The text before the first frame.
    let opening: [UInt8]
    private var state: State

    init(_ key: BackupKey?) {
        let line = Array(BackupSeal.line(key).utf8)
        guard let key else {
            opening = line
            state = .plain(last: BackupSeal.digest(line))
            return
        }
        var stream = crypto_secretstream_xchacha20poly1305_state()
        var header = [UInt8](repeating: 0, count: BackupSeal.headerLength)
        crypto_secretstream_xchacha20poly1305_init_push(&stream, &header, key.bytes)
        opening = line + header
        state = .sealed(stream)
    }

    /// What follows the header of a frame.
    mutating func close(_ payload: [UInt8], under header: [UInt8], isLast: Bool) -> [UInt8] {
        switch state {
        case .plain(let last):
            let tag = BackupSeal.digest(payload, key: BackupSeal.digest(header, key: last))
            state = .plain(last: tag)
            return payload + tag
        case .sealed(var stream):
            var sealed = [UInt8](repeating: 0, count: payload.count + BackupSeal.sealedOverhead)
            let tag =
                isLast
                ? crypto_secretstream_xchacha20poly1305_tag_final()
                : crypto_secretstream_xchacha20poly1305_tag_message()
            crypto_secretstream_xchacha20poly1305_push(
                &stream, &sealed, nil, payload, UInt64(payload.count), header, UInt64(header.count), tag)
            state = .sealed(stream)
            return sealed
        }
    }
}

/// Opens frames in the order in which they were closed.
struct FrameOpening {
    private enum State {
        case plain(last: [UInt8])
        case sealed(crypto_secretstream_xchacha20poly1305_state)
    }

    private var state: State

    init(line: [UInt8]) { state = .plain(last: BackupSeal.digest(line)) }

    /// Nil if the header is not valid.
    init?(header: [UInt8], _ key: BackupKey) {
        var stream = crypto_secretstream_xchacha20poly1305_state()
        guard crypto_secretstream_xchacha20poly1305_init_pull(&stream, header, key.bytes) == 0 else { return nil }
        state = .sealed(stream)
    }

    var overhead: Int {
        switch state {
        case .plain: BackupSeal.plainOverhead
        case .sealed: BackupSeal.sealedOverhead
        }
    }

    /// The payload; nil where the frame is not as it was written, or not in its place.
    mutating func open(_ body: [UInt8], under header: [UInt8], isLast: Bool) -> [UInt8]? {
        guard body.count >= overhead else { return nil }
        switch state {
        case .plain(let last):
            let payload = Array(body.dropLast(overhead))
            let tag = BackupSeal.digest(payload, key: BackupSeal.digest(header, key: last))
            guard Sodium.equal(tag, Array(body.suffix(overhead))) else { return nil }
            state = .plain(last: tag)
            return payload
        case .sealed(var stream):
            var payload = [UInt8](repeating: 0, count: body.count - overhead)
            var tag: UInt8 = 0
            let status = crypto_secretstream_xchacha20poly1305_pull(
                &stream, &payload, nil, &tag, body, UInt64(body.count), header, UInt64(header.count))
            guard status == 0, (tag == crypto_secretstream_xchacha20poly1305_tag_final()) == isLast else { return nil }
            state = .sealed(stream)
            return payload
        }
    }
}
