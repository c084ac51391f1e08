/// What a multistatus tells of each resource, as far as a transcript needs it.
struct Multistatus {
    struct Resource: Equatable {
        var path: String
        var status: Int
        var tag: String?
    }

    private(set) var resources: [Resource] = []
    private(set) var token: String?

    init(_ text: String) {
        var inside: [String] = []
        var hasStatus = false
        for piece in XMLPieces(text) {
            switch piece {
            case .markup(let markup, let name):
                if name == "response" {
                    resources.append(Resource(path: "", status: 0))
                    hasStatus = false
                }
                if markup.hasPrefix("</") { _ = inside.popLast() }
                if let name, !markup.hasSuffix("/>") { inside.append(name) }
            case .text(let text, let element):
                guard let last = resources.indices.last else {
                    if element == "sync-token" { token = text }
                    continue
                }
                switch element {
                case "href" where resources[last].path.isEmpty: resources[last].path = text
                case "getetag": resources[last].tag = text.replacing("&quot;", with: "\"")
                case "status":
                    // Where some properties were found, the resource is there.
                    let status = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
                    if !hasStatus || status < resources[last].status { resources[last].status = status }
                    hasStatus = true
                case "sync-token" where !inside.contains("response"): token = text
                default: break
                }
            }
        }
    }
}
