import DaybookCore
import HTTP

extension Request {
    /// The date that a parameter names, nil where it is not given. 400 `malformed_parameter`.
    package func queryDate(_ name: String) throws(Problem) -> CalendarDate? {
        guard let text: String = try queryValue(name) else { return nil }
        guard let date = CalendarDate(text) else { throw Problem(.malformedParameter, parameter: name) }
        return date
    }
}
