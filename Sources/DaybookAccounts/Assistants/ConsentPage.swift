import DaybookHost
import HTTP

/// What a person is asked before an assistant is let in, and the proof that it is their account: one page, one form, no
/// script and no cookie. Nobody is signed in by it, so no other page can answer in somebody's name.
struct ConsentPage {
    let asked: AuthorizationRequest
    /// The server lets assistants do more than read, and the program asks for it.
    let mayChange: Bool
    /// What that is now: to propose changes, and no more.
    let onlyProposes: Bool
    /// What was typed before, if it did not do.
    var email = ""
    /// Why it did not.
    var trouble: String?

    /// The answer comes from another device, as far as that is.
    var pairing: Pairing?

    struct Pairing {
        let code: PairingCode
        let secret: [UInt8]
        let number: Int
    }

    init(asked: AuthorizationRequest, at server: Assistants) {
        (self.asked, mayChange) = (asked, server.mayChange && !asked.onlyReads)
        onlyProposes = server.onlyPropose
    }

    private var name: String { asked.client.name ?? "A program without a name" }

    func response(_ status: Status = .ok) -> Response {
        let page = Page.framed(title: "Let an assistant in? – Daybook") { page in
            page.element("h1", "Let an assistant in?")
            who(&page)
            what(&page)
            if let trouble { page.element("p", [("role", "alert")]) { $0.element("strong", trouble) } }
            forms(&page)
        }
        return Self.response(status, page, leadingTo: asked.way.redirect)
    }

    private func who(_ page: inout HTML) {
        page.element("p") { page in
            page.text("It calls itself ")
            page.element("strong", name)
            page.text(". Daybook has not checked that name: any program can take it.")
        }
        page.element("p") { page in
            page.text("What lets it in is sent to ")
            page.element("code", asked.way.redirect.host)
            page.text(
                asked.way.redirect.isOfThisMachine
                    ? ", a program on the machine of this browser. Go on only if you have just started it yourself."
                    : ". Go on only if that is where you come from.")
        }
    }

    private func what(_ page: inout HTML) {
        page.element("h2", "What it may")
        page.element("ul") { page in
            page.element(
                "li",
                "See all your tasks with their notes, all lists and the history, but for lists that you keep from assistants. The history names your devices and tells changes of settings. What it reads goes to whoever runs it."
            )
            if mayChange, onlyProposes {
                page.element("li", "Propose changes of tasks, which you make in the app or do not.")
                page.element(
                    "li",
                    "Should this server let assistants change tasks one day: add, change, complete, move and delete tasks, one at a time and within bounds."
                )
            } else if mayChange {
                page.element("li", "Add, change, complete, move and delete tasks, one at a time and within bounds.")
            }
            page.element(
                "li",
                mayChange
                    ? "Not: change lists or settings, erase anything for good, see tokens or how you sign in."
                    : "Not: change anything, also where the server lets assistants do more one day, or see tokens or how you sign in."
            )
        }
        if mayChange { page.element("p", "Or you let it in to read alone: then it changes nothing, ever.") }
        page.element("h2", "How to take it back")
        page.element("p") { page in
            page.text("It becomes a device of your account, ")
            page.element("strong", asked.client.deviceName.text)
            page.text(
                ". Take its access away in the app, under Settings, Devices, and it is out within a second."
                    + (mayChange ? " All that it did can be taken back in the history." : ""))
        }
    }

    private func forms(_ page: inout HTML) {
        if let pairing { return confirming(&page, pairing) }
        page.element("h2", "Sign in to answer")
        page.element("p", [("class", "soft")]) { page in
            page.text("With the email and password of your account at ")
            page.element("code", asked.way.issuer.base)
            page.text(".")
        }
        form(&page) { page in
            field(
                &page, "Email",
                [
                    ("type", "email"), ("name", "email"), ("autocomplete", "username"), ("value", email),
                    ("required", ""),
                ])
            field(
                &page, "Password",
                [
                    ("type", "password"), ("name", "password"), ("autocomplete", "current-password"), ("required", ""),
                ])
            field(
                &page, "Code of your authenticator app, or a recovery code, if your account asks for one",
                [("name", "code"), ("autocomplete", "one-time-code")])
            button(&page, "allow", "Let it in")
            if mayChange { button(&page, "allow-reading", "Let it in to read alone") }
            button(&page, "refuse", "Refuse")
        }
        page.element("h2", "Or answer from a device that is in")
        page.element("p", [("class", "soft")]) { page in
            page.text("With the code that your app shows for joining another device. It lets in the assistant alone.")
        }
        form(&page) { page in
            field(&page, "Code", [("name", "pairing"), ("autocomplete", "off"), ("required", "")])
            button(&page, "pair", "Go on")
        }
    }

    private func confirming(_ page: inout HTML, _ pairing: Pairing) {
        page.element("h2", "Confirm it on your other device")
        page.element("p", "Type this number there, then go on here:")
        page.element("p", [("class", "code")]) { $0.element("code", String(pairing.number)) }
        form(&page) { page in
            page.empty("input", [("type", "hidden"), ("name", "pairing"), ("value", pairing.code.text)])
            page.empty("input", [("type", "hidden"), ("name", "secret"), ("value", Base64URL.encode(pairing.secret))])
            page.empty("input", [("type", "hidden"), ("name", "number"), ("value", String(pairing.number))])
            button(&page, "paired", "Let it in")
            if mayChange { button(&page, "paired-reading", "Let it in to read alone") }
            button(&page, "refuse", "Refuse")
        }
    }

    private func form(_ page: inout HTML, _ body: (inout HTML) -> Void) {
        page.element("form", [("method", "post"), ("class", "stack")], body)
    }

    private func button(_ page: inout HTML, _ decision: String, _ text: String) {
        let attributes: [(StaticString, String)] = [("name", "decision"), ("value", decision)]
        page.element("button", decision == "refuse" ? attributes + [("formnovalidate", "")] : attributes, text)
    }

    private func field(_ page: inout HTML, _ label: String, _ attributes: [(StaticString, String)]) {
        page.element("label") { page in
            page.text(label)
            page.empty("input", attributes)
        }
    }

    /// For a question that nobody can answer. The browser is not sent on by itself: who asks may be anybody, and would
    /// have this server lead people wherever they like.
    static func response(_ fault: AuthorizationFault) -> Response {
        let page = Page.framed(title: "That did not work – Daybook") { page in
            page.element("h1", "That did not work")
            page.element(
                "p", "A program asked to let an assistant in, in a way that cannot be answered. Nothing was done.")
            page.element("p") { page in
                page.element("code", fault.refusal.code.rawValue)
                page.text(": \(fault.refusal.sentence)")
            }
            if let way = fault.way {
                page.element("p") { $0.link(way.address(fault.refusal), "Back to \(way.redirect.host)") }
            }
        }
        return response(.badRequest, page, leadingTo: nil)
    }

    /// Sends the browser on, once a person has answered.
    static func leading(to address: String, of way: WayBack) -> Response {
        var response = Response(.seeOther, fields: ["location": address])
        protect(&response, leadingTo: way.redirect)
        return response
    }

    private static func response(_ status: Status, _ page: [UInt8], leadingTo redirect: RedirectAddress?) -> Response {
        var response = Response(status, type: .html, page)
        protect(&response, leadingTo: redirect)
        return response
    }

    /// In no frame and no cache; and no other site is told the address. Browsers send the form's origin only where the
    /// page tells itself its own address.
    private static func protect(_ response: inout Response, leadingTo redirect: RedirectAddress?) {
        response.fields.add("cache-control", "no-store")
        response.fields.add("referrer-policy", "same-origin")
        response.fields.add("content-security-policy", Page.policyOfForms(leadingTo: redirect?.address.origin))
    }
}

extension ConsentPage.Pairing {
    /// As the page's own form brings it back.
    init?(_ form: OAuthParameters) {
        guard let code = form["pairing"].flatMap({ PairingCode($0) }),
            let secret = form["secret"].flatMap({ Base64URL.decode($0) }),
            let number = form["number"].flatMap({ Int($0) })
        else { return nil }
        self.init(code: code, secret: secret, number: number)
    }
}
