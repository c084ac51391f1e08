import Testing

@testable import WebClient

@Suite struct HostNameTests {
    @Test func namesAsDNSHasThem() {
        #expect(HostName.ascii("tasks.example.org") == "tasks.example.org")
        #expect(HostName.ascii("bücher.example") == "xn--bcher-kva.example")
        #expect(HostName.ascii("bu\u{308}cher.example") == "xn--bcher-kva.example")
        #expect(HostName.ascii("日本語.example") == "xn--wgv71a119e.example")
        #expect(HostName.ascii("ü\u{200B}\u{2FF0}.example") == nil)
    }
}
