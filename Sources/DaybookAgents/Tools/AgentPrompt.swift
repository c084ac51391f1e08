import DaybookCore

/// Words to begin with, which a person chooses in the assistant's program.
struct AgentPrompt: Sendable {
    let name: String
    let title: String
    let about: String
    let text: String

    static let all = [
        AgentPrompt(
            name: "plan-day", title: "Plan my day",
            about: "Looks at today and at what is overdue, and suggests an order.",
            text: """
                Look at my day in Daybook (the tool day with today, board and overdue). Tell me in a few lines what is \
                for today and what is overdue, and suggest what to do first and what may wait. Name tasks by their \
                titles. Change nothing.
                """),
        AgentPrompt(
            name: "look-back", title: "Look back on the week",
            about: "Tells what was done this week and what waits.",
            text: """
                Look back on my week in Daybook (the tool day with review, and find with the filter completed:week). Tell \
                me in a few lines what was done and what still waits, without praise and without blame.
                """),
    ]

    static func writeList(to json: inout JSONWriter) {
        json.objects("prompts", all) { json, prompt in
            json.member("name", prompt.name)
            json.member("title", prompt.title)
            json.member("description", prompt.about)
        }
    }

    func write(to json: inout JSONWriter) {
        json.member("description", about)
        json.objects("messages", [text]) { json, text in
            json.member("role", "user")
            json.object("content") { json in
                json.member("type", "text")
                json.member("text", text)
            }
        }
    }
}
