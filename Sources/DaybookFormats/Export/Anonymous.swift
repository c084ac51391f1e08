import DaybookCore

/// What people wrote, made unreadable for reports of faults: every letter, digit and sign gives way to one of its kind
/// and length, so that what breaks with the original still breaks. Spaces, punctuation and control characters stay, for
/// they are what faults are made of; so do identifiers, times, order keys and the words of the protocol.
package enum Anonymous {
    package static func text(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars { result.unicodeScalars.append(standIn(for: scalar)) }
        return result
    }

    private static func standIn(for scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "A"..."Z": return "X"
        case "a"..."z": return "x"
        case "0"..."9": return "9"
        case _ where scalar.isASCII: return scalar
        default: break
        }
        switch scalar.properties.generalCategory {
        // Marks and joiners make what stands before them longer or another picture; spaces and marks of direction
        // likewise.
        case .nonspacingMark, .enclosingMark, .spacingMark, .format, .control, .spaceSeparator, .lineSeparator,
            .paragraphSeparator:
            return scalar
        default: break
        }
        let isRightToLeft = (0x0590...0x08FF).contains(scalar.value)
        switch UTF8.width(scalar) {
        case 2: return isRightToLeft ? "א" : "ä"
        case 3: return isRightToLeft ? "ࠀ" : "字"
        default: return scalar.properties.isEmoji ? "😀" : "𝔵"
        }
    }

    /// Everything in it that somebody may have written; names of members are the app's.
    static func value(_ value: JSONValue) -> JSONValue {
        switch value {
        case .null, .bool: value
        case .integer(let number): .integer(Int64(digits("\(number)")) ?? number.signum())
        case .decimal(let text): .decimal(digits(text))
        case .string(let text): .string(self.text(text))
        case .array(let items): .array(items.map(self.value))
        case .object(let members): .object(members.map { JSONMember($0.name, self.value($0.value)) })
        }
    }

    /// Ones, so that neither a zero comes in front nor a number becomes too large.
    private static func digits(_ text: String) -> String {
        String(text.map { $0.isNumber ? "1" : $0 })
    }

    /// Members by the names of the protocol: their values are not secret, everything else may be.
    static func fields(_ fields: [JSONMember]) -> [JSONMember] {
        fields.map { protocolWords.contains($0.name) ? $0 : JSONMember($0.name, field($0.name, $0.value)) }
    }

    /// Of tags everything but the clocks.
    static func field(_ name: String, _ told: JSONValue) -> JSONValue {
        guard name == TaskField.tags.name, let edit = (try? TaskItem.read(.tags, told))?.tags else {
            return value(told)
        }
        return tags(edit).json
    }

    static func tags(_ edit: TagEdit) -> TagEdit {
        if edit.isWhole { return TagEdit(whole: edit.add.map(text)) }
        return TagEdit(add: edit.add.map(text), remove: edit.remove.map { .init(text($0.tag), added: $0.added) })
    }

    /// Fields of a newer release: which of them hold secrets cannot be known here.
    static func unknown(_ fields: [JSONMember]) -> [JSONMember] {
        fields.map { JSONMember($0.name, value($0.value)) }
    }

    static let protocolWords: Set<String> = Set(
        [
            "updatedAt", "modifiedAt", "colorHex", "timeZone", "firstWeekday", "dayStart", "rollover", "regionLimits",
            "complementaryAfterMustDo", "reviewTime", "quickAdd", "backlogLimit", "inboxRule", "captureLanguage",
            "morningTime", "weeklyReview", "regionNudges", "overdueAlerts", "quietFrom", "quietUntil",
            "privateReminders",
        ] + TaskField.allCases.filter { $0.kind != .text && $0.kind != .tags }.map(\.name))
}

extension UTF8 {
    fileprivate static func width(_ scalar: Unicode.Scalar) -> Int {
        scalar.value < 0x80 ? 1 : scalar.value < 0x800 ? 2 : scalar.value < 0x10000 ? 3 : 4
    }
}

extension TaskDraft {
    package var anonymous: TaskDraft {
        var task = self
        for field in TaskField.allCases {
            switch task[field] {
            case .text(let text): task[field] = .text(Anonymous.text(text))
            case .tags(let edit): task[field] = .tags(Anonymous.tags(edit))
            default: break
            }
        }
        task.unknown = Anonymous.unknown(unknown)
        return task
    }
}

extension ListDraft {
    package var anonymous: ListDraft {
        var list = self
        list.title = Anonymous.text(title)
        list.filter = filter.map(Anonymous.text)
        list.unknown = Anonymous.unknown(unknown)
        return list
    }
}

extension SettingsDraft {
    package var anonymous: SettingsDraft { SettingsDraft(Anonymous.fields(fields)) }
}

extension ExportedDevice {
    package var anonymous: ExportedDevice { ExportedDevice(id: id, name: Anonymous.text(name)) }
}

extension LedgerEntry {
    package var anonymous: LedgerEntry {
        var entry = self
        entry.operation.fields = Anonymous.fields(operation.fields)
        entry.prior = Anonymous.fields(prior)
        switch outcome {
        case .applied: break
        case .merged(let conflicts): entry.outcome = .merged(conflicts.map(\.anonymous))
        case .superseded(let conflicts): entry.outcome = .superseded(conflicts.map(\.anonymous))
        // Its sentence names fields and never what they held.
        case .waiting, .rejected, .quota: break
        }
        return entry
    }
}

extension Conflict {
    fileprivate var anonymous: Conflict {
        guard !Anonymous.protocolWords.contains(field) else { return self }
        var conflict = self
        conflict.mine = Anonymous.field(field, mine)
        conflict.theirs = Anonymous.field(field, theirs)
        return conflict
    }
}
