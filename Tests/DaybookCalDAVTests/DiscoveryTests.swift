import HTTP
import Testing

@testable import DaybookCalDAV

@Suite struct DiscoveryTests {
    @Test func aPlaceTellsWhatItAnswers() {
        let answer = DAVPlace.object.options
        #expect(answer.status == .ok)
        #expect(answer.fields["dav"] == "1, 3, access-control, calendar-access, extended-mkcol")
        #expect(answer.fields["allow"]?.contains("PUT") == true)
        #expect(DAVPlace.principal.options.fields["allow"] == "OPTIONS, PROPFIND, PROPPATCH, REPORT")
    }
}
