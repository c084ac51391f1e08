/// Files of other apps that are as hard to read as a file can be.
enum WorstFiles {
    static let all: [WorstInputs.Input] =
        json + calendars + [
            file("a table of 300,000 columns", "csv", String(repeating: "a,", count: 300_000) + "\n"),
            file(
                "a table with one cell of a megabyte", "csv",
                "id,title\n1,\"" + String(repeating: "a\"\"", count: 300_000) + "\"\n"),
            file("50,000 lines that are none", "ndjson", String(repeating: "{\"type\":\"task\"}\n", count: 50_000)),
            file("deep lines", "ndjson", String(repeating: "[", count: 1_000_000)),
        ]

    private static func file(_ name: String, _ format: String, _ text: String) -> WorstInputs.Input {
        WorstInputs.Input(
            name: name, query: "?dryRun=true&format=\(format)", body: text, type: "application/octet-stream")
    }

    private static var json: [WorstInputs.Input] {
        let chain = (0..<20_000).map { #"{"id":"\#($0)","name":"P","parent_id":"\#(($0 + 1) % 20_000)"}"# }
        let tasks = (0..<20_000).map {
            #"{"uuid":"296d835e-8f85-4224-8f36-\#(String(100_000_000_000 + $0))","status":"pending","entry":"20260110T231200Z","description":"T"}"#
        }
        let members = (0..<100_000).map { #""m\#($0)":1"# }
        let values = String(repeating: "0,", count: 2_000_000) + "0"
        let long = "[" + String(repeating: "0,", count: 10_000) + "0]"
        let items = (0..<200).map { #"{"id":"\#($0)","content":"T","project_id":\#(long)}"# }
        return [
            file(
                "a ring of 20,000 projects", "todoist-json",
                "{\"projects\":[\(chain.joined(separator: ","))],\"items\":[]}"),
            file("20,000 tasks", "taskwarrior", "[\(tasks.joined(separator: ","))]"),
            file("100,000 members", "taskwarrior", "[{\(members.joined(separator: ","))}]"),
            file(
                "two million values in a list", "google-tasks",
                "{\"kind\":\"tasks#taskLists\",\"items\":[{\"title\":\"L\",\"x\":[\(values)]}]}"),
            file("two million values in a task", "taskwarrior", "[{\"description\":\"T\",\"x\":[\(values)]}]"),
            file("projects with long names", "todoist-json", "{\"items\":[\(items.joined(separator: ","))]}"),
            file("deep members", "google-tasks", "{\"items\":" + String(repeating: "[", count: 500_000)),
            file("deep document", "json", "{\"tasks\":" + String(repeating: "[", count: 500_000)),
        ]
    }

    private static var calendars: [WorstInputs.Input] {
        let observance = """
            BEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200
            RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU\nEND:STANDARD\n
            """
        let task = "BEGIN:VTODO\nUID:1\nSUMMARY:T\nDUE;TZID=Z:20300101T120000\nEND:VTODO\n"
        let zone = "BEGIN:VTIMEZONE\nTZID:Z\n" + String(repeating: observance, count: 200) + "END:VTIMEZONE\n"
        let alarm = "BEGIN:VALARM\nTRIGGER:-PT15M\nEND:VALARM\n"
        func calendar(_ text: String) -> String { "BEGIN:VCALENDAR\n\(text)END:VCALENDAR\n" }
        return [
            file("a zone of 200 observances", "ics", calendar(zone + String(repeating: task, count: 200))),
            file(
                "100,000 alarms", "ics",
                calendar("BEGIN:VTODO\nUID:1\nSUMMARY:T\n" + String(repeating: alarm, count: 100_000) + "END:VTODO\n")),
            file(
                "100,000 properties", "ics",
                calendar("BEGIN:VTODO\nUID:1\n" + String(repeating: "X-A:1\n", count: 100_000) + "END:VTODO\n")),
            file(
                "one folded line of a megabyte", "ics",
                calendar("BEGIN:VTODO\nSUMMARY:" + String(repeating: "a\n ", count: 300_000))),
        ]
    }
}
