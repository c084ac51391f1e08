/// What the values of a field are.
package enum FieldKind: Sendable {
    case text, flag, number, instant, date, identifier, order, state, region, bucket, recurrence, tags
}

/// A field's value once it is understood.
package enum FieldValue: Hashable, Sendable {
    case null
    case text(String)
    case flag(Bool)
    case number(Int)
    case instant(Instant)
    case date(CalendarDate)
    case identifier(Identifier)
    case order(OrderKey)
    case state(TaskState)
    case region(Region)
    case bucket(Bucket)
    case recurrence(Recurrence)
    case tags(TagEdit)
    case time(TimeOfDay)
    case limits(RegionLimits)

    /// As on the wire.
    package var json: JSONValue {
        switch self {
        case .null: .null
        case .text(let text): .string(text)
        case .flag(let flag): .bool(flag)
        case .number(let number): .integer(Int64(number))
        case .instant(let instant): .string(instant.text)
        case .date(let date): .string(date.text)
        case .identifier(let identifier): .string(identifier.text)
        case .order(let key): .string(key.text)
        case .state(let state): .string(state.name)
        case .region(let region): .string(region.name)
        case .bucket(let bucket): .string(bucket.name)
        case .recurrence(let recurrence): recurrence.json
        case .tags(let edit): edit.json
        case .time(let time): .string(time.text)
        case .limits(let limits):
            .object([
                JSONMember("mustDo", .integer(Int64(limits.mustDo))),
                JSONMember("complementary", .integer(Int64(limits.complementary))),
                JSONMember("misc", .integer(Int64(limits.misc))),
            ])
        }
    }
}

extension Optional {
    /// The value as a field's, null for none.
    package func field(_ wrap: (Wrapped) -> FieldValue) -> FieldValue { map(wrap) ?? .null }
}

extension FieldValue {
    /// Texts tell no instant beyond the calendar.
    var bounded: FieldValue {
        if case .instant(let instant) = self { .instant(min(max(instant, .earliest), .latest)) } else { self }
    }

    package var text: String? { if case .text(let value) = self { value } else { nil } }
    package var flag: Bool { self == .flag(true) }
    package var number: Int { if case .number(let value) = self { value } else { 0 } }
    package var instant: Instant? { if case .instant(let value) = self { value } else { nil } }
    package var date: CalendarDate? { if case .date(let value) = self { value } else { nil } }
    package var identifier: Identifier? { if case .identifier(let value) = self { value } else { nil } }
    package var order: OrderKey? { if case .order(let value) = self { value } else { nil } }
    package var state: TaskState? { if case .state(let value) = self { value } else { nil } }
    package var region: Region? { if case .region(let value) = self { value } else { nil } }
    package var bucket: Bucket { if case .bucket(let value) = self { value } else { .none } }
    package var recurrence: Recurrence? { if case .recurrence(let value) = self { value } else { nil } }
    package var tags: TagEdit? { if case .tags(let value) = self { value } else { nil } }
    var time: TimeOfDay? { if case .time(let value) = self { value } else { nil } }
}
