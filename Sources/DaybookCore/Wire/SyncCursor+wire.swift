extension SyncCursor {
    /// `EPOCH:REVISION`, and `:REVISION` once more while a snapshot is on its way. Opaque to clients.
    package var text: String {
        "\(epoch.text):\(revision)" + (snapshotFrom.map { ":\($0)" } ?? "")
    }

    package init?(_ text: String) {
        guard let read = text.withBytes({ SyncCursor(utf8: $0) }) else { return nil }
        self = read
    }

    private init?(utf8 bytes: Span<UInt8>) {
        guard bytes.count > 37, let epoch = Identifier(utf8: bytes.extracting(0..<36)) else { return nil }
        var place = 36
        guard let revision = Self.revision(bytes, &place) else { return nil }
        self.init(epoch: epoch, revision: revision)
        guard place < bytes.count else { return }
        guard let from = Self.revision(bytes, &place), place == bytes.count else { return nil }
        snapshotFrom = from
    }

    /// A colon and digits alone, written the one way they can be.
    private static func revision(_ bytes: Span<UInt8>, _ place: inout Int) -> Int64? {
        guard bytes[place] == UInt8(ascii: ":") else { return nil }
        let start = place + 1
        var value: Int64 = 0
        place = start
        while place < bytes.count, let digit = decimal(bytes, place, 1) {
            let (product, isTooMuch) = value.multipliedReportingOverflow(by: 10)
            let (sum, isMore) = product.addingReportingOverflow(Int64(digit))
            if isTooMuch || isMore { return nil }
            value = sum
            place += 1
        }
        let isCanonical = place - start == 1 || place > start && bytes[start] != UInt8(ascii: "0")
        return isCanonical ? value : nil
    }
}
