/// One piece of a backup file: five bytes with the kind and the length of the payload, and then the payload.
struct BackupFrame: Equatable {
    /// The numbers are those of the format and never change.
    enum Kind: UInt8 {
        /// What this is a backup of, as JSON; the first frame.
        case manifest = 1
        /// The server's secret key; in sealed backups alone.
        case secretKey = 2
        /// A table begins: its name and columns, as JSON.
        case table = 3
        /// Some of its rows, packed; a row may begin in one frame and end in the next.
        case rows = 4
        /// How many rows it had, as JSON.
        case tableEnd = 5
        /// How much it was in all, as JSON; a file without it is not whole.
        case end = 6
    }

    let kind: Kind
    let payload: [UInt8]

    /// The size of the blocks in which rows are packed, so that reader and writer only need memory for a few of them.
    static let blockSize = 1 << 20
    /// More than any frame takes: a block that cannot be compressed becomes hardly larger.
    static let longestPayload = 2 << 20
    static let headerLength = 5

    static func header(_ kind: Kind, length: Int) -> [UInt8] {
        let length = UInt32(clamping: length)
        return [kind.rawValue] + [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: length >> $0) }
    }

    static func header(_ bytes: [UInt8]) -> (kind: Kind, length: Int)? {
        guard bytes.count == headerLength, let kind = Kind(rawValue: bytes[0]) else { return nil }
        let length = bytes.dropFirst().reversed().reduce(0) { $0 << 8 | Int($1) }
        return length <= longestPayload ? (kind, length) : nil
    }
}
