private enum Member: Int, CaseIterable {
    case timeZone, firstWeekday, dayStart, rollover, regionLimits, complementaryAfterMustDo, reviewTime, quickAdd
    case linkScheme, backlogLimit, inboxRule, captureLanguage, morningTime, weeklyReview, regionNudges, overdueAlerts
    case quietFrom, quietUntil, privateReminders, revision, clocks
    static let names = JSONNames<Member>(
        "timeZone firstWeekday dayStart rollover regionLimits complementaryAfterMustDo reviewTime quickAdd "
            + "linkScheme backlogLimit inboxRule captureLanguage morningTime weeklyReview regionNudges overdueAlerts "
            + "quietFrom quietUntil privateReminders revision clocks")
}

private enum LimitMember: Int, CaseIterable {
    case mustDo, complementary, misc
    static let names = JSONNames<LimitMember>("mustDo complementary misc")
}

extension JSONWriter {
    fileprivate mutating func name(_ member: Member) { name(member, of: Member.names) }

    fileprivate mutating func member(_ member: Member, _ value: (some JSONWritable)?) {
        self.member(member, of: Member.names, value)
    }

    fileprivate mutating func limits(_ limits: RegionLimits) {
        beginObject()
        member(LimitMember.mustDo, of: LimitMember.names, limits.mustDo)
        member(LimitMember.complementary, of: LimitMember.names, limits.complementary)
        member(LimitMember.misc, of: LimitMember.names, limits.misc)
        endObject()
    }
}

extension JSONReader {
    fileprivate mutating func readTimeOfDay() throws(WireError) -> TimeOfDay {
        skipSpace()
        let start = offset
        guard let time = TimeOfDay(try readString()) else {
            throw unacceptable(.form, at: start, expected: "a time such as 18:00")
        }
        return time
    }

    fileprivate mutating func readTimeOfDayIfThere() throws(WireError) -> TimeOfDay? {
        try takeNull() ? nil : readTimeOfDay()
    }

    fileprivate mutating func readLimits() throws(WireError) -> RegionLimits {
        var limits = RegionLimits()
        try readObject(of: LimitMember.names) { (reader, member) throws(WireError) in
            switch member {
            case .mustDo: limits.mustDo = try reader.readInt(in: 0...Int(Int32.max))
            case .complementary: limits.complementary = try reader.readInt(in: 0...Int(Int32.max))
            case .misc: limits.misc = try reader.readInt(in: 0...Int(Int32.max))
            }
        }
        return limits
    }
}

extension AccountSettings {
    package func write(to writer: inout JSONWriter, _ form: RowForm = .plain) {
        writer.beginObject()
        writer.member(.timeZone, timeZone)
        writer.member(.firstWeekday, firstWeekday)
        writer.member(.dayStart, dayStart.text)
        writer.member(.rollover, rollover.name)
        writer.name(.regionLimits)
        writer.limits(regionLimits)
        writer.member(.complementaryAfterMustDo, complementaryAfterMustDo)
        writer.member(.reviewTime, reviewTime?.text)
        writer.member(.quickAdd, quickAdd.name)
        writer.member(.linkScheme, linkScheme)
        writer.member(.backlogLimit, backlogLimit)
        writer.member(.inboxRule, inboxRule.rawValue)
        writer.member(.captureLanguage, captureLanguage?.rawValue)
        writer.member(.morningTime, morningTime?.text)
        writer.member(.weeklyReview, weeklyReview)
        writer.member(.regionNudges, regionNudges)
        writer.member(.overdueAlerts, overdueAlerts)
        writer.member(.quietFrom, quietFrom?.text)
        writer.member(.quietUntil, quietUntil?.text)
        writer.member(.privateReminders, privateReminders)
        writer.member(.revision, revision)
        if form == .replica {
            writer.name(.clocks)
            writer.fieldsByClock(clocks, unknown, Words.settingsFields)
        }
        writer.members(unknown, beside: Member.names)
        writer.endObject()
    }

    /// Reads either form; what is absent keeps its default.
    package init(from reader: inout JSONReader) throws(WireError) {
        self.init()
        var unknown = UnknownMembers()
        var form = RowForm.plain
        try reader.readObject(of: Member.names) { (reader, member) throws(WireError) in
            switch member {
            case .timeZone: timeZone = try reader.readString()
            case .firstWeekday: firstWeekday = try reader.readInt(in: 1...7)
            case .dayStart: dayStart = try reader.readTimeOfDay()
            case .rollover: rollover = try reader.readWord(of: Words.rollover)
            case .regionLimits: regionLimits = try reader.readLimits()
            case .complementaryAfterMustDo: complementaryAfterMustDo = try reader.readBool()
            case .reviewTime: reviewTime = try reader.readTimeOfDayIfThere()
            case .quickAdd: quickAdd = try reader.readWord(of: Words.quickAdd)
            case .linkScheme: linkScheme = try reader.readString()
            case .backlogLimit:
                backlogLimit = try reader.takeNull() ? nil : reader.readInt(in: 0...1000)
            case .inboxRule: inboxRule = try reader.readWord(of: Words.inboxRule)
            case .captureLanguage:
                captureLanguage = try reader.takeNull() ? nil : reader.readWord(of: Words.language)
            case .morningTime: morningTime = try reader.readTimeOfDayIfThere()
            case .weeklyReview: weeklyReview = try reader.readBool()
            case .regionNudges: regionNudges = try reader.readBool()
            case .overdueAlerts: overdueAlerts = try reader.readBool()
            case .quietFrom: quietFrom = try reader.readTimeOfDayIfThere()
            case .quietUntil: quietUntil = try reader.readTimeOfDayIfThere()
            case .privateReminders: privateReminders = try reader.readBool()
            case .revision: revision = try reader.readInt64()
            case .clocks:
                form = .replica
                clocks = try reader.readClocks(Words.settingsFields, unknown: &unknown)
            }
        } unknown: { reader throws(WireError) in
            try unknown.read(from: &reader)
        }
        self.unknown = unknown.fields(fallback: HybridTime(Instant(milliseconds: 0), device: .zero))
        if form == .replica { keepWhatWasChosen() }
    }
}
