import DaybookAccounts
import DaybookCore
import DaybookHost
import HTTP

/// The API document as a page for people.
struct ReferencePage {
    let document: APIDocument

    var bytes: [UInt8] {
        Page.framed(title: "Daybook API", beside: navigation) { page in
            beginning(&page)
            for tag in tags {
                page.element("h2", [("id", "tag-\(tag)")], tag)
                for operation in operations(of: tag) { show(operation, &page) }
            }
            errors(&page)
            schemas(&page)
            page.element("p") { $0.link("/privacy", "Privacy") }
        }
    }

    private func beginning(_ page: inout HTML) {
        page.element("h1", "Daybook API")
        page.element("p", [("class", "contents")]) { $0.link("#contents", "Contents") }
        page.searchForm()
        page.prose(document.root["info"]?["summary"]?.text ?? "")
        page.prose(
            "An app that works offline is [a device](/docs/device) that speaks [sync](/docs/sync); a script asks [one "
                + "request at a time](/docs/rest). Every failure is [a problem with a stable code](#errors). For programs "
                + "this page is [/v1/openapi.json](/v1/openapi.json).")
        page.element(
            "p", "The examples are for a shell that knows the server and a token, which an account begins with:")
        page.element("pre") { page in
            page.element(
                "code",
                """
                DAYBOOK=http://127.0.0.1:8420
                TOKEN=$(curl -s "$DAYBOOK/v1/accounts" -H 'content-type: application/json' -d '{}' |
                  sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
                """)
        }
        page.element("h2", [("id", "guides")], "Guides")
        page.element("ul") { page in
            for guide in Guide.all { page.element("li") { $0.link("/docs/\(guide.name)", guide.title) } }
        }
    }

    private var tags: [String] {
        (document.root["tags"]?.items ?? []).compactMap { $0["name"]?.text }.filter { !operations(of: $0).isEmpty }
    }

    private func operations(of tag: String) -> [APIDocument.Operation] {
        document.operations.filter { $0.tag == tag }
    }

    private func navigation(_ page: inout HTML) {
        page.element("nav", [("id", "contents"), ("aria-label", "Contents")]) { page in
            page.element("h2") { $0.link("#guides", "Guides") }
            for tag in tags {
                page.element("h2") { $0.element("a", [("href", "#tag-\(tag)")], tag) }
                page.element("ul") { page in
                    for operation in operations(of: tag) {
                        page.element("li") {
                            $0.element("a", [("href", "#\(operation.anchor)")], operation.summary)
                        }
                    }
                }
            }
            page.element("h2") { $0.link("#errors", "Errors") }
            page.element("h2") { $0.link("#schemas", "Schemas") }
        }
    }

    private func show(_ operation: APIDocument.Operation, _ page: inout HTML) {
        page.element("section", [("aria-labelledby", operation.anchor)]) { page in
            page.element("h3", [("id", operation.anchor)]) { page in
                page.element("span", [("class", "method \(operation.method)")], operation.method)
                page.element("code", operation.path)
            }
            page.element("p") { page in
                page.text(operation.summary + ". ")
                page.element("span", [("class", "soft")], "Access: \(operation.access)")
                if operation.value["deprecated"] == true { page.element("strong", " Will go; see Versions.") }
            }
            page.prose(operation.value["description"]?.text ?? "")
            page.element("pre") { $0.element("code", CurlLine(document: document, operation: operation).text) }
            parameters(operation, &page)
            if let body = operation.value["requestBody"].map(document.resolved) { content(of: body, "Body", &page) }
            answers(operation, &page)
        }
    }

    private func parameters(_ operation: APIDocument.Operation, _ page: inout HTML) {
        let ofPath = document.root["paths"]?[operation.path]?["parameters"]?.items ?? []
        let parameters = (ofPath + (operation.value["parameters"]?.items ?? [])).map(document.resolved)
        guard !parameters.isEmpty else { return }
        page.table(["Parameter", "Type", "Meaning"], parameters) { page, parameter in
            page.element("td") { page in
                page.element("code", parameter["name"]?.text ?? "")
                let place = parameter["in"]?.text ?? ""
                let must = parameter["required"] == true && place != "path" ? ", required" : ""
                page.element("span", [("class", "soft")], " \(place)\(must)")
            }
            page.element("td") { $0.type(of: parameter["schema"] ?? .null) }
            page.element("td") { $0.prose(parameter["description"]?.text ?? "") }
        }
    }

    private func answers(_ operation: APIDocument.Operation, _ page: inout HTML) {
        let answers = operation.value["responses"]?.members ?? []
        // Problems are described once, for all operations.
        let problems = answers.filter { $0.value["$ref"]?.text?.hasPrefix("#/components/responses/") == true }
        page.table(["Status", "Answer"], answers.filter { !problems.contains($0) }) { page, member in
            page.element("td") { $0.element("code", member.name) }
            page.element("td") { page in
                page.prose(member.value["description"]?.text ?? "")
                content(of: member.value, nil, &page)
            }
        }
        guard !problems.isEmpty else { return }
        page.element("p") { page in
            page.text("Errors: ")
            for (index, member) in problems.enumerated() {
                if index > 0 { page.text(", ") }
                page.link(Self.statuses.contains(member.name) ? "#errors-\(member.name)" : "#errors", member.name)
            }
        }
    }

    // MARK: Errors

    /// By status, each with its types.
    private static let problems = Dictionary(grouping: ProblemPage.all) { String($0.status.code) }
    private static let statuses = Set(problems.keys)

    private func errors(_ page: inout HTML) {
        page.element("h2", [("id", "errors")], "Errors")
        page.prose(
            "Every failure is answered with `application/problem+json`: a status, a stable `code`, sentences for people, "
                + "and what else helps. [What to do about each](/docs/problems).")
        for status in Self.statuses.sorted() {
            page.element("h3", [("id", "errors-\(status)")], status)
            page.element("ul") { page in
                for type in Self.problems[status] ?? [] {
                    page.element("li") { page in
                        page.element("a", [("href", type.uri)]) { $0.element("code", type.code) }
                        page.text(" \(type.title)")
                    }
                }
            }
        }
    }

    private func content(of value: JSONValue, _ title: String?, _ page: inout HTML) {
        for member in value["content"]?.members ?? [] {
            page.element("div") { page in
                if let title { page.text("\(title): ") }
                page.element("code", member.name)
                page.text(" ")
                page.type(of: member.value["schema"] ?? .null)
            }
            if let example = document.example(of: member.value) { page.example(example) }
        }
    }

    private func schemas(_ page: inout HTML) {
        page.element("h2", [("id", "schemas")], "Schemas")
        for schema in document.root["components"]?["schemas"]?.members ?? [] {
            page.element("h3", [("id", "schema-\(schema.name)")], schema.name)
            page.schema(schema.value)
        }
    }
}
