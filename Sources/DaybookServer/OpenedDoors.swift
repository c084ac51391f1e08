import DaybookHost
import HTTP

/// The addresses of a service that were taken while it was root. Once it serves it releases them here, so that they are
/// free when it ends.
final class OpenedDoors: Sendable {
    private let doors: [ListenAddress: HTTPDoor]

    init(_ doors: [ListenAddress: HTTPDoor] = [:]) { self.doors = doors }

    /// Takes every address of the configuration, and reads its certificate.
    convenience init(_ configuration: Configuration, reactors: Int) throws(HTTPServerError) {
        var doors: [ListenAddress: HTTPDoor] = [:]
        for address in configuration.listen {
            doors[address] = try HTTPDoor(HTTPConfiguration(configuration, address), reactors: reactors)
        }
        if case .separate(let address) = configuration.metrics {
            doors[address] = try HTTPDoor(HTTPConfiguration(host: address.host, port: address.port), reactors: reactors)
        }
        self.init(doors)
    }

    subscript(_ address: ListenAddress) -> HTTPDoor? { doors[address] }
}
