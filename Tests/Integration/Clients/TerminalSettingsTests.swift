import Testing

/// Settings in the terminal, without any server and shared between homes.
@Suite(.closing) struct TerminalSettingsTests {
    @Test func settingsAreShownChangedAndTakenBack() async throws {
        let server = try StandInServer()
        let anna = try Home(zone: Daylight.zone)
        let ben = try Home(zone: Daylight.zone)
        #expect(try await anna.run("settings").output.contains("rollover                 off\n"))
        let changed = try await anna.run(
            "settings", "rollover=backlog", "daystart=4", "reviewTime=off", "regionLimits=1/2/4", "firstWeekday=sun",
            "complementaryAfterMustDo=on", "timeZone=Asia/Tokyo", "morningTime=7:30", "weeklyReview=on", "quietFrom=22")
        #expect(changed.code == 0, "\(changed.complaints)")
        #expect(changed.output.contains("morningTime              07:30\n"))
        #expect(changed.output.contains("quietFrom                22:00\nquietUntil               off\n"))
        #expect(changed.output.contains("dayStart                 04:00\n"))
        #expect(changed.output.contains("firstWeekday             sunday\n"))
        #expect(try await anna.run("login", server.address).code == 0)
        #expect(try await ben.run("login", server.address).code == 0)
        let settings = try await ben.json("settings")["settings"]
        #expect(settings["rollover"].text == "backlog" && settings["dayStart"].text == "04:00")
        #expect(settings["reviewTime"].isNull && settings["regionLimits"]["misc"].number == 4)
        #expect(settings["firstWeekday"].number == 7 && settings["timeZone"].text == "Asia/Tokyo")
        #expect(settings["complementaryAfterMustDo"].flag == true)
        #expect(settings["morningTime"].text == "07:30" && settings["weeklyReview"].flag == true)
        #expect(settings["quietFrom"].text == "22:00" && settings["quietUntil"].isNull)
        #expect(try await ben.run("settings", "quickAdd=today").code == 0)
        #expect(try await anna.json("settings")["settings"]["quickAdd"].text == "today")
        #expect(try await ben.run("undo").output.contains("the settings: where quick tasks go 'today'"))
        #expect(try await anna.json("settings")["settings"]["quickAdd"].text == "inbox")
    }

    @Test func whatMakesNoSenseIsTold() async throws {
        let home = try Home(zone: Daylight.zone)
        for (words, code, sentence) in [
            ("rollover", 2, "expected KEY=VALUE"), ("zone=UTC", 2, "the settings are timeZone, firstWeekday"),
            ("timeZone=Europe/Atlantis", 1, "IANA name of a time zone"), ("dayStart=25:00", 1, "a time such as 18:00"),
            ("regionLimits=1/2", 1, "regionLimits must be an object"), ("rollover=inbox", 1, "not known"),
            ("firstWeekday=8", 1, "from 1 to 7"),
        ] as [(String, Int32, String)] {
            let told = try await home.run("settings", words)
            #expect(told.code == code && told.complaints.contains(sentence), "\(words): \(told.complaints)")
        }
        #expect(try await home.json("settings")["settings"]["rollover"].text == "off")
        let completions = try await home.run("completions", "bash").output
        #expect(completions.contains("rollover=backlog"))
    }
}
