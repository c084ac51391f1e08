import CBuild
import DaybookCore

/// What runs. The one place that knows the version; docs and packages are checked against it.
public enum Version {
    public static let number: StaticString = "0.1.0"

    /// The commit it was built from, of releases.
    public static let commit: String? = {
        let text = String(cString: daybook_commit())
        return text.isEmpty ? nil : text
    }()

    public static let line = "daybook \(number)" + (commit.map { " (\($0))" } ?? "")
}

extension Version {
    public static var json: String {
        JSONWriter.text { json in
            json.member("version", number.description)
            json.member("commit", commit)
        }
    }
}
