import DaybookCore
import HTTP

extension Request {
    /// The identifier that a segment of the path spells. Throws a 400 problem that names the parameter if it spells
    /// none.
    package func identifier(_ name: String) throws(Problem) -> Identifier {
        guard let text = parameter(name), let identifier = Identifier(text) else {
            throw Problem(.malformedParameter, parameter: name)
        }
        return identifier
    }
}
