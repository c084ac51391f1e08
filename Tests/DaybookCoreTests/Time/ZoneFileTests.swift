import Foundation
import Seeds
import Testing

@testable import DaybookCore

/// The compiled zones of the machine and their rules, against glibc's own reader of them.
@Suite struct ZoneFileTests {
    static let seed = RandomSeed.current
    /// Changes at odd times, none, some that were, zones of half an hour, and rules that are not those of a file.
    static let special = [
        "Africa/Casablanca", "America/Godthab", "America/St_Johns", "Antarctica/Troll", "Asia/Gaza", "Asia/Jerusalem",
        "Asia/Kathmandu", "Australia/Lord_Howe", "Europe/Dublin", "Pacific/Apia", "Pacific/Easter", "US/Pacific",
    ]

    @Test func everyChangeIsThatOfTheSystem() throws {
        var random = SeededRandom(Self.seed)
        let names = Self.special + ListedZone.all().map(\.name).shuffled(using: &random).prefix(15)
        let told = try Self.dump(names, from: 1900, to: 2110)
        #expect(told.count > 3_000)
        for (name, second, offset) in told {
            let zone = try #require(Zone(name))
            let mine = zone.offset(at: Instant(milliseconds: second * 1000))
            #expect(mine == offset, "\(name) at \(second), \(Self.seed)")
        }
    }

    @Test(arguments: [
        "<-03>3", "EST5EDT,M3.2.0,M11.1.0", "IST-2IDT,M3.4.4/26,M10.5.0", "<-02>2<-01>,M3.5.0/-1,M10.5.0/0",
        "AAA3BBB,J60,300/4", "AAA3BBB,59,J360/23", "NZST-12NZDT,M9.5.0,M4.1.0/3", "LHST-10:30LHDT-11,M10.1.0,M4.1.0",
    ])
    func aRuleMeansWhatItMeansToTheSystem(text: String) throws {
        let rule = try #require(ZoneRule(Array(text.utf8)[...]))
        let told = try Self.dump([text], from: 2000, to: 2405)
        #expect(told.count > 1000 || !text.contains(","))
        for (_, second, offset) in told { #expect(rule.offset(at: second) == offset, "at \(second)") }
    }

    @Test(arguments: ["", "3", "A", "AAA3BBB", "AAA3BBB,M3.2.0", "AAA3BBB,M13.2.0,M11.1.0", "AAA3BBB,M3.2.0,M11.1.0x"])
    func whatIsNoRuleIsNone(text: String) { #expect(ZoneRule(Array(text.utf8)[...]) == nil) }

    @Test(arguments: [
        "", "/", "Europe", "Europe/", "/etc/localtime", "../../etc/passwd", "Europe/../Europe/Berlin", "localtime",
        "posix/Europe/Berlin", "right/Europe/Berlin", "posixrules", "tzdata.zi", "zone.tab", "leapseconds",
        "Europe/Berlin\0", "Europe/Bérlin", String(repeating: "A", count: 5000),
    ])
    func whatIsNoZoneIsNone(name: String) { #expect(Zone(name) == nil) }

    /// Debian's package of 2025 and later has the names that were given up in another one.
    @Test func aFormerNameIsFound() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "zones-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(
            at: folder.appending(path: "Asia"), withIntermediateDirectories: true)
        let kolkata = try #require(ZoneDatabase.system.file("Asia/Kolkata"))
        try Data(kolkata).write(to: folder.appending(path: "Asia/Kolkata"))
        try Data("# version 2026f\nL Asia/Kolkata Asia/Calcutta\nL Nowhere Asia/Lost\n".utf8)
            .write(to: folder.appending(path: "tzdata.zi"))
        let database = ZoneDatabase(folders: ["/nowhere", folder.path])
        #expect(database.file("Asia/Calcutta") == kolkata)
        #expect(database.file("Asia/Lost") == nil && database.file("Europe/Berlin") == nil && !database.isThere)
    }

    /// A file that was cut short, or is another one, is no zone, and does no harm.
    @Test func aBrokenFileIsNone() throws {
        var random = SeededRandom(Self.seed)
        let berlin = try #require(ZoneDatabase.system.file("Europe/Berlin"))
        #expect(ZoneFile(berlin) != nil)
        for count in 0..<berlin.count / 2 { #expect(ZoneFile(Array(berlin.prefix(count))) == nil) }
        for _ in 0..<3000 {
            var bytes = berlin
            for _ in 0...Int.random(in: 0...3, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let file = ZoneFile(bytes) else { continue }
            for second in [Int64.min, 0, 2_000_000_000, 200_000_000_000, .max] { _ = file.offset(at: second) }
            _ = file.changes(in: ZoneSpans.window)
        }
    }

    /// What `zdump` says: around each change a second and the offset then.
    private static func dump(
        _ names: [String], from: Int, to: Int
    ) throws -> [(name: String, second: Int64, offset: Int)] {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["zdump", "-v", "-c", "\(from),\(to)"] + names
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return text.split(separator: "\n").compactMap { line in
            // Europe/Berlin  Sun Mar 31 01:00:00 2024 UT = Sun Mar 31 03:00:00 2024 CEST isdst=1 gmtoff=7200
            let words = line.split(separator: " ")
            guard words.count > 8, let month = months.firstIndex(of: String(words[2])), let day = Int(words[3]),
                let year = Int(words[5]), let date = CalendarDate(year: year, month: month + 1, day: day),
                let offset = words.last.flatMap({ Int($0.dropFirst("gmtoff=".count)) })
            else { return nil }
            let time = words[4].split(separator: ":").compactMap { Int64($0) }
            guard time.count == 3 else { return nil }
            let second = Int64(date.dayNumber) * 86_400 + time[0] * 3600 + time[1] * 60 + time[2]
            return (String(words[0]), second, offset)
        }
    }
}
