import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookReminders
import HTTP

/// The links in notifications: whoever holds one may do one thing with one task, without an app or a password.
struct Acts: Sendable {
    let changes: OnlineChanges
    let links: ActLinks

    var routes: [GuardedRoute] { [.get("/v1/act/:link", show), .post("/v1/act/:link", act)] }

    /// `GET /v1/act/{link}`: a page with a button. Nothing is done, so that previews of links do nothing.
    @Sendable private func show(_ request: Request) async throws -> Response {
        let link = try await links.open(request.parameter("link") ?? "")
        return ActPage(link: link, language: request.language).response
    }

    /// `POST /v1/act/{link}`: does it, once however often it is asked. `for` says how long to snooze.
    ///
    /// 200 with what was done, as a page for a browser's form. 404 for a link that is none, 410 `link_over`.
    @Sendable private func act(_ request: Request) async throws -> Response {
        try request.requireQuery(among: ["for"])
        let link = try await links.open(request.parameter("link") ?? "")
        let length = try request.query("for") { Snooze(rawValue: $0) } ?? .tenMinutes
        try await perform(link, length, request)
        let page = ActPage(link: link, language: request.language)
        if request.fields["accept"]?.contains("text/html") ?? false { return page.done(length) }
        return .object { writer in
            writer.member("action", link.token.action.name)
            writer.member("taskId", link.isOfTask ? link.token.task : nil as Identifier?)
            writer.member("sentence", page.sentence(length))
        }
    }

    private func perform(_ link: ActLinks.Link, _ length: Snooze, _ request: Request) async throws {
        let token = link.token
        let principal = Principal(account: token.account, device: link.device, token: token.operation, scope: .full)
        switch token.action {
        case .dismiss: try await links.dismiss(token)
        case .confirm: try await links.confirm(token)
        case .unsubscribe: try await links.unsubscribe(token)
        case .done: try await change(.complete([]), token, "done", request, principal)
        case .snooze:
            let at = length.time(after: .now(), in: LocalDay(of: link.settings))
            try await change(
                .update(Patch([JSONMember(TaskField.reminderAt.name, .string(at.text))])), token, length.rawValue,
                request, principal)
        }
    }

    /// The link says what is done, and nothing else that comes with the request: whoever follows it twice does it once.
    private func change(
        _ action: TaskAction, _ token: ActToken, _ deed: String, _ request: Request, _ principal: Principal
    ) async throws {
        let identity = RequestIdentity(
            key: nil, implied: "\(token.operation.text)/\(deed)", of: principal, asking: "act", deed, [])
        let submission = try await Submission(request, principal).identified(as: identity)
        do {
            _ = try await TaskChange(changes: changes).answer(submission, action, on: token.task)
        } catch let problem as Problem where problem.type == .gone || problem.type == .notFound {
            throw Problem(.linkOver)
        }
    }
}

/// The page behind a link of a notification.
struct ActPage {
    let link: ActLinks.Link
    let language: Language

    var response: Response {
        page { page in
            page.element("h1", heading)
            page.element("form", [("method", "post")]) { page in
                if link.token.action == .snooze {
                    for length in Snooze.allCases {
                        page.element(
                            "button", [("formaction", "?for=\(length.rawValue)")], language.text(.snoozing(length)))
                    }
                } else {
                    page.element("button", [], language.text(button))
                }
            }
        }
    }

    func done(_ length: Snooze) -> Response { page { $0.element("h1", sentence(length)) } }

    /// What was done.
    func sentence(_ length: Snooze) -> String {
        language.text(link.token.action == .snooze ? .snoozing(length) : .acted(button))
    }

    private var heading: String {
        link.title ?? language.text(link.token.action == .confirm ? .confirmAddress : .reminder)
    }

    private var button: Notice {
        switch link.token.action {
        case .done: .done
        case .snooze: .snooze
        case .dismiss: .dismiss
        case .confirm: .confirm
        case .unsubscribe: .unsubscribe
        }
    }

    private func page(_ body: (inout HTML) -> Void) -> Response {
        var response = Page.kept(Page.framed(title: "Daybook", body))
        // The address is a secret, and the page says what its task is called.
        response.fields["cache-control"] = "no-store"
        response.fields["referrer-policy"] = "no-referrer"
        return response
    }
}
