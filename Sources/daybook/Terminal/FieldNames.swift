/// What people call the fields of tasks, lists and settings, as they stand in the middle of a sentence.
enum FieldNames {
    static func name(_ field: String) -> String { names[field] ?? TerminalStyle.line(field) }

    private static let names = [
        "scheduledDate": "date", "dueAt": "due time", "reminderAt": "reminder", "listId": "list",
        "region": "part of the day", "recurrence": "repetition", "parentId": "task that it is part of",
        "sticky": "staying where it is", "autoCarry": "going on to the next day", "sortOrder": "place",
        "deletedAt": "deletion", "colorHex": "colour", "timeZone": "time zone", "firstWeekday": "first day of the week",
        "dayStart": "beginning of the day", "inboxRule": "what the Inbox holds",
        "rollover": "what becomes of undone tasks", "regionLimits": "room in the parts of the day",
        "backlogLimit": "room in the backlog", "complementaryAfterMustDo": "order of Must-Do and Complementary",
        "reviewTime": "time of the review", "weeklyReview": "weekly review",
        "morningTime": "time of the morning summary", "quickAdd": "where quick tasks go",
        "captureLanguage": "language of what is written down", "linkScheme": "address of links",
        "regionNudges": "nudges", "overdueAlerts": "messages of overdue tasks",
        "quietFrom": "beginning of the quiet hours", "quietUntil": "end of the quiet hours",
        "privateReminders": "private reminders", "hiddenFromAgents": "kept from assistants",
    ]
}
