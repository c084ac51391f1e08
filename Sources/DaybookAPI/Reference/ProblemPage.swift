import DaybookHost
import HTTP

/// One problem's page, which its `type` leads to: what it means, what to do, and how it is answered.
struct ProblemPage {
    let type: ProblemType

    static let all: [ProblemType] = ProblemType.ofHTTP + ProblemType.ofService.joined()

    /// What docs/api/problems.md says is to be done, by code.
    static let remedies: [String: String] = {
        let page = Guide.all.first { $0.name == "problems" }?.text ?? ""
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { Markdown.cells(of: $0) }
        return Dictionary(
            rows.filter { $0.count == 4 }.map { (String($0[0].dropFirst().dropLast()), $0[3]) },
            uniquingKeysWith: { first, _ in first })
    }()

    /// Those without a line of their own are refused before anybody reads what they ask for.
    var remedy: String {
        Self.remedies[type.code]
            ?? "The request is no message that HTTP allows. Mend the program that wrote it, or let a library write it; sent "
            + "again as it is, it gets the same answer."
    }

    var bytes: [UInt8] {
        Page.framed(title: "\(type.code) – Daybook") { page in
            page.element("h1") { $0.element("code", type.code) }
            page.element("h2", "What happened")
            page.element("p", "\(type.title).")
            page.element("h2", "What to do")
            page.prose(remedy)
            page.element("h2", "How it is answered")
            page.prose(
                "With status `\(type.status.code)`. Programs decide by the code, which never changes its meaning.")
            page.element("pre") { $0.element("code", example) }
            page.prose("[All problems](/docs/problems) and their further members, and [the API](/docs)")
            page.element("p") { $0.link("/privacy", "Privacy") }
        }
    }

    private var example: String {
        """
        HTTP/1.1 \(type.status.code)
        Content-Type: application/problem+json

        {
          "type": "\(type.uri)",
          "title": "\(type.title)",
          "status": \(type.status.code),
          "code": "\(type.code)",
          "request_id": "5f0c9a3b7d1e4f6880a1b2c3d4e5f607"
        }
        """
    }
}
