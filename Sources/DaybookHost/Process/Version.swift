import CBuild
import DaybookCore

/// The version that runs. This is the only place that knows it; docs and packages are checked against it.
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
