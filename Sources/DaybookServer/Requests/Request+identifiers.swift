import DaybookCore
import HTTP

extension Request {
    /// The identifier that a segment of the path spells. Throws a 400 problem that names the segment if it spells none.
    func identifier(_ name: String) throws(Problem) -> Identifier {
        guard let id = parameter(name).flatMap({ Identifier($0) }) else {
            throw Problem(.malformedParameter, parameter: name)
        }
        return id
    }

    /// The same in the query, where it may be absent.
    func queryIdentifier(_ name: String) throws(Problem) -> Identifier? {
        guard let text: String = try queryValue(name) else { return nil }
        guard let id = Identifier(text) else { throw Problem(.malformedParameter, parameter: name) }
        return id
    }
}
