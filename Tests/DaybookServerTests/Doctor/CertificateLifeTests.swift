import Testing

@testable import DaybookServer

@Suite struct CertificateLifeTests {
    static let lives: [(Int, Finding.Grade, String)] = [
        (-3, .failure, "ended 3 days ago"), (0, .failure, "ended 0 days ago"), (13, .warning, "ends in 13 days"),
        (1, .warning, "ends in a day"),
        (15, .good, "ends in 15 days"),
    ]

    @Test(arguments: lives)
    func itIsRenewedInTime(days: Int, grade: Finding.Grade, words: String) {
        let finding = Doctor.lifeFinding("tls", of: "the certificate", days * 86_400)
        #expect(finding.grade == grade && finding.sentence == "the certificate " + words)
    }
}
