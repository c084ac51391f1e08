import DaybookCore
import Foundation
import Testing

@testable import DaybookAPI
@testable import DaybookAccounts

/// The document that is served, against its source, against itself and against the routes.
@Suite struct APIDocumentTests {
    let document = APIDocument()

    @Test func theServedDocumentIsItsSource() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let source = folder.appending(path: "../../../docs/api/openapi.json").standardizedFileURL
        #expect(try Data(contentsOf: source) == Data(APIDocument.bytes))
        #expect(try JSONSerialization.jsonObject(with: Data(APIDocument.bytes)) is NSDictionary)
        #expect(document.root != .null)
    }

    @Test func everyRouteIsInTheDocumentAndTheOtherWayRound() throws {
        let routes = try RouteList.ofService().filter { route in
            route.pattern == "/v1" || ["/v1/", "/feeds/"].contains { route.pattern.hasPrefix($0) }
        }
        #expect(routes.count > 3)
        let known = Dictionary(routes.map { ($0.shape, $0.label ?? "open") }, uniquingKeysWith: { $1 })
        let told = Dictionary(document.operations.map { ($0.shape, $0.access) }, uniquingKeysWith: { $1 })
        for (shape, access) in known.sorted(by: { $0.key < $1.key }) {
            guard let said = told[shape] else {
                Issue.record("\(shape) is not in docs/api/openapi.json")
                continue
            }
            #expect(said == access, "x-access of \(shape)")
        }
        for shape in told.keys.sorted() { #expect(known[shape] != nil, "\(shape) is no route of the server") }
    }

    @Test func everyFieldIsInTheDocument() {
        func names(_ fields: some Sequence<some FieldName>) -> [String] { fields.map(\.name) }
        // What follows from a change of another kind is shown, and is nothing that a new row says.
        let ofNew = TaskField.allCases.filter { ![.deletedAt, .enteredBacklogAt].contains($0) }
        let told: [(schema: String, fields: [String])] = [
            ("Task", names(TaskField.allCases)), ("TaskPatch", names(TaskField.allCases)),
            ("TaskFields", names(ofNew)), ("NewTask", names(ofNew)),
            ("List", names(ListField.allCases)), ("ListPatch", names(ListField.allCases)),
            ("Settings", names(SettingsField.allCases)), ("SettingsPatch", names(SettingsField.allCases)),
        ]
        for (schema, fields) in told {
            let properties = document.root["components"]?["schemas"]?[schema]?["properties"]
            for field in fields { #expect(properties?[field] != nil, "\(schema) lacks \(field)") }
        }
    }

    @Test func operationsSayWhatToolsNeed() {
        let names = document.operations.map(\.anchor)
        #expect(Set(names).count == names.count, "an operationId is there twice")
        let tags = Set((document.root["tags"]?.items ?? []).compactMap { $0["name"]?.text })
        for operation in document.operations {
            #expect(operation.value["operationId"] != nil && !operation.summary.isEmpty, "\(operation.shape)")
            #expect(tags.contains(operation.tag), "\(operation.shape) has the tag \(operation.tag)")
            #expect(
                operation.isOpen == (operation.access == "open"),
                "\(operation.shape): `security: []` goes with `x-access: open`")
            for name in operation.path.split(separator: "/") where name.hasPrefix("{") {
                let parameters =
                    (document.root["paths"]?[operation.path]?["parameters"]?.items ?? [])
                    + (operation.value["parameters"]?.items ?? [])
                let isTold = parameters.map(document.resolved).contains {
                    $0["in"]?.text == "path" && "{\($0["name"]?.text ?? "")}" == name
                }
                #expect(isTold, "\(operation.shape) does not describe \(name)")
            }
        }
    }

    /// Whatever else it is for: a passkey as a proof is answered so by a server that takes none.
    @Test func whereAPasskeyProvesWhoAsksItMayBeOff() {
        func takesProof(_ value: JSONValue) -> Bool {
            if let reference = value["$ref"]?.text {
                return reference.hasSuffix("/FreshProof") || takesProof(document.resolved(value))
            }
            return value.members.contains { takesProof($0.value) } || value.items.contains(where: takesProof)
        }
        let proven = document.operations.filter { $0.value["requestBody"].map(takesProof) ?? false }
        #expect(proven.count > 5)
        for operation in proven { #expect(operation.value["responses"]?["404"] != nil, "\(operation.shape)") }
    }

    @Test func everyReferenceLeadsSomewhere() {
        func walk(_ value: JSONValue, _ place: String) {
            if let reference = value["$ref"]?.text {
                #expect(document.resolved(value) != value, "\(place) refers to \(reference)")
            }
            for member in value.members { walk(member.value, "\(place)/\(member.name)") }
            for (index, item) in value.items.enumerated() { walk(item, "\(place)/\(index)") }
        }
        walk(document.root, "")
    }
}
