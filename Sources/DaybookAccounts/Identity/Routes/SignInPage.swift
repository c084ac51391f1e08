import DaybookHost
import HTTP

/// What a browser shows at the end of a sign-in that no client waits for. Nothing in it comes from a request.
enum SignInPage {
    case finished(code: String)
    case failed(ProblemType)

    var response: Response {
        switch self {
        case .finished(let code):
            let groups = stride(from: 0, to: code.count, by: 4).map { String(code.dropFirst($0).prefix(4)) }
            return page(.ok, "You are nearly in", "Enter this code in the app:", groups.joined(separator: "-"))
        case .failed(let problem):
            return page(problem.status, "That did not work", problem.title + ".", nil)
        }
    }

    private func page(_ status: Status, _ title: String, _ sentence: String, _ code: String?) -> Response {
        let page = Page.framed(title: title) { page in
            page.element("h1", title)
            page.element("p", sentence)
            if let code { page.element("p", [("class", "code")]) { $0.element("code", code) } }
        }
        var response = Response(status, type: .html, page)
        Self.protect(&response)
        return response
    }

    /// The code is for this browser's eyes: no cache, no frame, no other page learns of it.
    static func protect(_ response: inout Response) {
        response.fields.add("cache-control", "no-store")
        response.fields.add("referrer-policy", "no-referrer")
        response.fields.add("content-security-policy", Page.policy)
    }
}
