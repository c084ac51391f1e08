import HTTP

/// The frame of every page for people: nothing from elsewhere, no script, light and dark as the reader's system has it.
package enum Page {
    /// - Parameter others: a `nav` beside what is inside of `main`, where there is one.
    package static func framed(
        title: String, beside others: (inout HTML) -> Void = { _ in }, _ main: (inout HTML) -> Void
    ) -> [UInt8] {
        var page = HTML()
        page.raw("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">")
        page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
        page.raw("<meta name=\"color-scheme\" content=\"light dark\">")
        page.element("title", title)
        page.raw("<style>")
        page.raw(style)
        page.raw("</style></head><body><a class=\"skip\" href=\"#main\">Skip to the content</a>")
        page.element("main", [("id", "main")], main)
        others(&page)
        page.raw("</body></html>\n")
        return Array(page.source.utf8)
    }

    /// The one style of the frame may be used, forms lead to this server, and nothing else is allowed.
    package static let policy = policyOfForms(leadingTo: nil)

    /// The same for a form whose answer may lead the browser to another origin, which browsers look at as well.
    package static func policyOfForms(leadingTo origin: String?) -> String {
        var other = ""
        if let origin {
            // One with an address of IPv6 cannot be written here, but for its scheme.
            other = " " + (origin.contains("[") ? origin.prefix { $0 != "/" } : origin[...])
        }
        return beginning + "form-action 'self'\(other); base-uri 'none'; frame-ancestors 'none'"
    }

    private static let beginning =
        "default-src 'none'; style-src 'sha256-\(Sodium.base64(Sodium.sha256(Array(style.description.utf8))))'; "

    /// The same until the server is another version: asked for again, answered with 304.
    package static func kept(_ bytes: [UInt8]) -> Response {
        var response = Response(.ok, type: .html, bytes)
        response.fields["cache-control"] = "no-cache"
        response.fields["content-security-policy"] = policy
        return response
    }

    private static let style: StaticString = """
        :root { color-scheme: light dark; --text: #1b1f24; --soft: #57606a; --line: #d0d7de; --page: #fff; --box: #f6f8fa;
          --link: #0a53be; --get: #0a53be; --post: #1a7f37; --put: #8250df; --patch: #8a5a00; --delete: #b3261e }
        @media (prefers-color-scheme: dark) { :root { --text: #e6edf3; --soft: #9da7b3; --line: #30363d; --page: #0d1117;
          --box: #161b22; --link: #79b8ff; --get: #79b8ff; --post: #56d364; --put: #d2a8ff; --patch: #e3b341;
          --delete: #ff9b93 } }
        * { box-sizing: border-box }
        html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100% }
        body { margin: 0; font: 16px/1.55 system-ui, sans-serif; color: var(--text); background: var(--page);
          display: flex; flex-wrap: nowrap }
        .skip { position: absolute; left: -100rem } .skip:focus { left: 1rem; top: 1rem; background: var(--page) }
        nav { order: -1; flex: 0 0 19rem; border-right: 1px solid var(--line); padding: 1rem; height: 100vh; position: sticky; top: 0;
          overflow-y: auto; font-size: .9rem }
        nav ul { list-style: none; padding: 0; margin: 0 0 1rem } nav h2 { font-size: .9rem; margin: .5rem 0; border: 0 }
        nav li { margin: .15rem 0; overflow-wrap: anywhere }
        main { flex: 1 1 0; min-width: 0; padding: 1rem 2rem 4rem; max-width: 60rem; overflow-wrap: break-word }
        a { color: var(--link) } a:focus-visible, summary:focus-visible { outline: 2px solid var(--link) }
        h1 { font-size: 1.7rem } h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line) }
        h3 { margin: 2rem 0 .25rem; font-size: 1.05rem; overflow-wrap: anywhere }
        code, pre { font: .88em/1.5 ui-monospace, monospace } code { overflow-wrap: anywhere }
        pre { background: var(--box); padding: .75rem 1rem; overflow-x: auto; border: 1px solid var(--line);
          border-radius: 6px } pre code { overflow-wrap: normal }
        .wide { overflow-x: auto } table { border-collapse: collapse; width: 100%; font-size: .92rem; margin: .5rem 0 }
        th, td { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line) }
        td p { margin: 0 } .soft { color: var(--soft) } .method { font-weight: 700; margin-right: .4em }
        .GET { color: var(--get) } .POST { color: var(--post) } .PUT { color: var(--put) } .PATCH { color: var(--patch) }
        .DELETE { color: var(--delete) } summary { cursor: pointer; color: var(--link) }
        form { display: flex; gap: .5rem; margin: 0 0 1rem } input { flex: 1 1 auto; min-width: 0 }
        .stack { flex-direction: column; max-width: 24rem } .stack label { display: flex; flex-direction: column }
        input, button { font: inherit; padding: .3rem .6rem; color: inherit; background: var(--box);
          border: 1px solid var(--line); border-radius: 6px }
        .code { font-size: 1.6rem; font-weight: 700; letter-spacing: .05em } .contents { display: none }
        @media (max-width: 50rem) { body { flex-direction: column } main { padding: 1rem; max-width: 100% }
          nav { order: 2; flex: none; position: static; height: auto; border: 0; border-top: 1px solid var(--line) }
          nav li { padding: .2rem 0 } .contents { display: block } }
        """
}
