import DaybookAccounts
import DaybookCore
import HTTP

/// Operations that will go away. An operation of the API document that is `deprecated` says since when (`x-deprecated`)
/// and until when it is served (`x-sunset`), both dates; its answers say so in `Deprecation` (RFC 9745) and `Sunset`
/// (RFC 8594). docs/build/versioning.md has the policy.
package struct Retirements: Sendable {
    /// By method and path, with every parameter as `{}`.
    private let fields: [String: ResponseFields]

    package init() { self.init(APIDocument()) }

    init(_ document: APIDocument) {
        fields = document.operations.reduce(into: [:]) { fields, operation in
            guard operation.value["deprecated"] == true else { return }
            var told = ResponseFields()
            if let since = operation.date("x-deprecated") { told["deprecation"] = "@\(since.secondsSince1970)" }
            if let end = operation.date("x-sunset") { told["sunset"] = end.httpDate }
            told["link"] = "</docs/versioning>; rel=\"deprecation\"; type=\"text/html\""
            fields[Self.shape(operation.method, operation.path, parameter: "{")] = told
        }
    }

    /// The routes, of which those that go away say so.
    package func announced(_ routes: [GuardedRoute]) -> [GuardedRoute] {
        guard !fields.isEmpty else { return routes }
        return routes.map { route in
            fields[Self.shape(route.method.text, route.pattern, parameter: ":")].map(route.telling) ?? route
        }
    }

    private static func shape(_ method: String, _ path: String, parameter mark: String) -> String {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        return "\(method) " + segments.map { $0.hasPrefix(mark) ? "{}" : $0 }.joined(separator: "/")
    }
}

extension APIDocument.Operation {
    func date(_ name: String) -> CalendarDate? { value[name]?.text.flatMap { CalendarDate($0) } }
}

extension CalendarDate {
    fileprivate var secondsSince1970: Int { Int(dayNumber) * 86_400 }

    /// The beginning of the day in UTC, as HTTP writes dates (RFC 9110, 5.6.7).
    fileprivate var httpDate: String {
        let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        func padded(_ number: Int, _ width: Int) -> String {
            String(repeating: "0", count: max(0, width - "\(number)".count)) + "\(number)"
        }
        return "\(days[weekday - 1]), \(padded(day, 2)) \(months[month - 1]) \(padded(year, 4)) 00:00:00 GMT"
    }
}
