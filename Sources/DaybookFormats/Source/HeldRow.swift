import DaybookCore

/// A row of JSON that waits until the file is over: as it is written, since what it means takes many times as much
/// memory.
struct HeldRow: Sendable {
    let line: Int
    private let bytes: ArraySlice<UInt8>

    /// The most that rows which wait may weigh together.
    static let most = 256 << 20

    /// About how many bytes of memory it takes, with what whoever holds it knows of it.
    var weight: Int { bytes.count + 300 }

    /// A row alone. What it is cut into has room for the longest one, which is not held with it.
    init(copying piece: [UInt8], line: Int) {
        var copy: [UInt8] = []
        copy.reserveCapacity(piece.count)
        copy.append(contentsOf: piece)
        bytes = copy[...]
        self.line = line
    }

    /// A part of what is held anyway.
    init(_ part: ArraySlice<UInt8>, line: Int) {
        bytes = part
        self.line = line
    }

    /// What it means. It could be read before.
    var object: JSONObject { (try? JSONObject(Array(bytes), line: line)) ?? JSONObject([JSONMember](), line: line) }
}

/// How many values one row of JSON may hold. In memory each takes twenty times what it may take in a file.
enum JSONBound {
    static let mostValues = 250_000
    static let tooManyValues = "It has more values than can be held."

    /// At least as many as there are.
    static func values(in json: ArraySlice<UInt8>) -> Int {
        var (count, texts) = (1, JSONTexts())
        for byte in json where !texts.takes(byte) && (byte == 0x2C || byte == 0x7B || byte == 0x5B) { count += 1 }
        return count
    }
}
