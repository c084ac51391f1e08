import Testing

@testable import DaybookClient

@Suite struct EventStreamTests {
    static let text =
        ":hello\nretry: 1500\nevent: revision\nid: 7\ndata: {\"revision\":7}\n\ndata:one\r\ndata: two\r\n\r\nid: 8\n\n"

    @Test(arguments: [1, 2, 3, 5, 7, 1000])
    func eventsComeWhateverThePieces(size: Int) {
        var stream = EventStream()
        var events: [ServerEvent] = []
        let bytes = Array(Self.text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            events += stream.read(Array(bytes[start..<min(start + size, bytes.count)]))
        }
        #expect(
            events == [
                ServerEvent(name: "revision", data: "{\"revision\":7}", id: "7"),
                ServerEvent(name: "message", data: "one\ntwo", id: "7"),
            ])
        #expect(stream.lastID == "8" && stream.retry == 1500)
    }
}
