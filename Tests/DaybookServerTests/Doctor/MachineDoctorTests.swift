import DaybookCore
import Testing

@testable import DaybookServer

@Suite struct MachineDoctorTests {
    @Test func timeZonesAreMissed() {
        #expect(Doctor.zonesFinding().grade == .good)
        let missing = Doctor.zonesFinding(ZoneDatabase(folders: ["/nowhere"]))
        #expect(missing.grade == .failure && missing.advice?.contains("tzdata") ?? false)
    }
}
