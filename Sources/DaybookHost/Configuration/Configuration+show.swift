import DaybookCore

extension ResolvedConfiguration {
    /// A table for people: variable, value, origin.
    public var text: String {
        var lines: [String] = []
        if let filePath { lines.append("# file: \(filePath)") }
        let values = settings.map { $0.shown.isEmpty ? "(none)" : $0.shown }
        let nameWidth = settings.map(\.setting.variable.count).max() ?? 0
        // One long value must not push every origin off the screen.
        let valueWidth = values.map(\.count).filter { $0 <= 48 }.max() ?? 0
        for (entry, value) in zip(settings, values) {
            let name = entry.setting.variable
            let gap = String(repeating: " ", count: nameWidth - name.count + 2)
            let tail = String(repeating: " ", count: max(0, valueWidth - value.count) + 2)
            lines.append("\(name)\(gap)\(value)\(tail)\(entry.origin)")
        }
        return lines.joined(separator: "\n")
    }

    /// `{"file": ..., "settings": {"DAYBOOK_LISTEN": {"value": ..., "origin": ...}}}`; no value is null.
    public var json: String {
        JSONWriter.text { json in
            json.member("file", filePath)
            json.object("settings") { json in
                for entry in settings {
                    json.object(entry.setting.variable) { json in
                        json.member("value", entry.shown.isEmpty ? nil : entry.shown)
                        json.member("origin", entry.origin.name)
                        if case .file(let line) = entry.origin { json.member("line", line) }
                    }
                }
            }
        }
    }
}

extension SettingOrigin {
    fileprivate var name: String {
        if case .file = self { "file" } else { description }
    }
}
