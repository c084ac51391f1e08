extension Replica {
    /// How many operations go into one request: as many as fit into a body that every server takes.
    package func affordable(atMost batch: Int) -> Int {
        var bytes = 0
        var count = 0
        for operation in sendable.prefix(batch) {
            var writer = JSONWriter()
            operation.write(to: &writer)
            bytes += writer.bytes.count + 1
            if count > 0, bytes > Self.affordableBytes { break }
            count += 1
        }
        return count
    }

    private static let affordableBytes = 700_000
}
