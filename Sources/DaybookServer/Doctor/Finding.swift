import DaybookCore

/// What one check of `daybook doctor` found.
public struct Finding: Sendable, Equatable {
    public enum Grade: String, Sendable, Comparable {
        case good, warning, failure

        public static func < (left: Grade, right: Grade) -> Bool { left.rank < right.rank }

        private var rank: Int {
            switch self {
            case .good: 0
            case .warning: 1
            case .failure: 2
            }
        }
    }

    /// What was checked: a stable word for programs.
    public let check: String
    public let grade: Grade
    public let sentence: String
    /// What to do; always there unless all is good.
    public let advice: String?

    static func good(_ check: String, _ sentence: String) -> Finding {
        Finding(check: check, grade: .good, sentence: sentence, advice: nil)
    }

    static func warning(_ check: String, _ sentence: String, advice: String) -> Finding {
        Finding(check: check, grade: .warning, sentence: sentence, advice: advice)
    }

    static func failure(_ check: String, _ sentence: String, advice: String) -> Finding {
        Finding(check: check, grade: .failure, sentence: sentence, advice: advice)
    }
}

/// All findings, as they are shown.
public struct Diagnosis: Sendable {
    public let findings: [Finding]

    public var worst: Finding.Grade { findings.map(\.grade).max() ?? .good }

    public func text(colours: Bool) -> String {
        let width = (findings.map(\.check.count).max() ?? 0) + 2
        var lines: [String] = []
        for finding in findings {
            let gap = String(repeating: " ", count: width - finding.check.count)
            lines.append("\(finding.grade.mark(colours)) \(finding.check)\(gap)\(finding.sentence)")
            if let advice = finding.advice { lines.append("\(String(repeating: " ", count: 8 + width))-> \(advice)") }
        }
        return lines.joined(separator: "\n")
    }

    public var json: String {
        JSONWriter.text { json in
            json.member("grade", worst.rawValue)
            json.objects("findings", findings) { json, finding in
                json.member("check", finding.check)
                json.member("grade", finding.grade.rawValue)
                json.member("sentence", finding.sentence)
                json.member("advice", finding.advice)
            }
        }
    }
}

extension Finding.Grade {
    fileprivate func mark(_ colours: Bool) -> String {
        let (word, colour) =
            switch self {
            case .good: ("ok     ", "32")
            case .warning: ("warning", "33")
            case .failure: ("failed ", "31")
            }
        return colours ? "\u{1B}[\(colour)m\(word)\u{1B}[0m" : word
    }
}
