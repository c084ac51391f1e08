import DaybookHost
import Testing

@testable import DaybookServer

@Suite struct CalendarDoctorTests {
    private func finding(_ address: String?) throws -> Finding? {
        let settings = address.map { ["DAYBOOK_PUBLIC_URL": $0] } ?? [:]
        return Doctor.calendarFinding(try Configuration.resolve(SettingSources(environment: settings)).configuration)
    }

    @Test(arguments: [
        ("https://daybook.example.org", "SRV 0 1 443 daybook.example.org. "),
        ("https://daybook.example.org:8443/tasks", "SRV 0 1 8443 daybook.example.org. "),
    ])
    func theLinesOfDNSLeadToTheServer(address: String, line: String) throws {
        let sentence = try #require(try finding(address)).sentence
        #expect(sentence.contains("_caldavs._tcp.DOMAIN. \(line)") && sentence.hasSuffix("TXT \"path=/dav/\""))
    }

    @Test(arguments: [nil, "http://localhost:8420", "https://192.0.2.1", "https://[2001:db8::1]"])
    func whatDNSCannotNameHasNone(address: String?) throws {
        #expect(try finding(address) == nil)
    }
}
