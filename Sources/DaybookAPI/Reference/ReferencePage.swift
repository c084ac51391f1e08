import DaybookAccounts
import DaybookCore

/// The API document as a page for people.
struct ReferencePage {
    let document: APIDocument
    var linksPrivacy = false

    var bytes: [UInt8] {
        Page.framed(title: "Daybook API") { page in
            navigation(&page)
            page.element("main", [("id", "main")]) { page in
                page.element("h1", "Daybook API")
                page.prose(document.root["info"]?["summary"]?.text ?? "")
                page.prose(
                    "Requests carry `Authorization: Bearer TOKEN`, except where access is open. Every failure is a problem with a stable `code`. For programs this page is `/v1/openapi.json`."
                )
                for tag in tags {
                    page.element("h2", [("id", "tag-\(tag)")], tag)
                    for operation in operations(of: tag) { show(operation, &page) }
                }
                schemas(&page)
                if linksPrivacy { page.privacyLink() }
            }
        }
    }

    private var tags: [String] {
        (document.root["tags"]?.items ?? []).compactMap { $0["name"]?.text }.filter { !operations(of: $0).isEmpty }
    }

    private func operations(of tag: String) -> [APIDocument.Operation] {
        document.operations.filter { $0.tag == tag }
    }

    private func navigation(_ page: inout HTML) {
        page.element("nav", [("aria-label", "Operations")]) { page in
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
            page.element("h2") { $0.element("a", [("href", "#schemas")], "Schemas") }
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
            }
            page.prose(operation.value["description"]?.text ?? "")
            parameters(operation, &page)
            if let body = operation.value["requestBody"].map(document.resolved) { content(of: body, "Body", &page) }
            answers(operation, &page)
        }
    }

    private func parameters(_ operation: APIDocument.Operation, _ page: inout HTML) {
        let ofPath = document.root["paths"]?[operation.path]?["parameters"]?.items ?? []
        let parameters = (ofPath + (operation.value["parameters"]?.items ?? [])).map(document.resolved)
        guard !parameters.isEmpty else { return }
        page.element("table") { page in
            page.raw(
                "<thead><tr><th scope=\"col\">Parameter</th><th scope=\"col\">Type</th><th scope=\"col\">Meaning</th></tr></thead>"
            )
            page.element("tbody") { page in
                for parameter in parameters {
                    page.element("tr") { page in
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
            }
        }
    }

    private func answers(_ operation: APIDocument.Operation, _ page: inout HTML) {
        page.element("table") { page in
            page.raw("<thead><tr><th scope=\"col\">Status</th><th scope=\"col\">Answer</th></tr></thead>")
            page.element("tbody") { page in
                for member in operation.value["responses"]?.members ?? [] {
                    let answer = document.resolved(member.value)
                    page.element("tr") { page in
                        page.element("td") { $0.element("code", member.name) }
                        page.element("td") { page in
                            page.prose(answer["description"]?.text ?? "")
                            content(of: answer, nil, &page)
                        }
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
            let example = member.value["example"] ?? member.value["examples"]?.members.first?.value["value"]
            if let example { page.example(example) }
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
