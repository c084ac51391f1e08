import HTTP
import Reactor
import TestPostgres

@testable import DaybookAPI
@testable import DaybookHost
@testable import DaybookServer

/// Every route of the service as `daybook serve` lays them out.
enum RouteList {
    static func ofService() throws -> [Routes.Listed] {
        let reactors = try ReactorGroup(count: 1)
        defer { reactors.stop() }
        var configuration = try Configuration.resolve(SettingSources()).configuration
        configuration.listen = []
        guard let address = DatabaseURL(TestPostgres.shared.url(database: "postgres")) else { return [] }
        let log = Log(LogSink(format: .text), level: .error)
        var list: [Routes.Listed] = []
        _ = try Server.build(
            configuration, database: address, reactors: reactors, log: log,
            capabilities: { routes, database in
                Capabilities(database, configuration, log, secret: .random()).addRoutes(to: &routes)
                list = routes.list
            })
        return list
    }
}

extension Routes.Listed {
    /// Method and path with every parameter as `{}`, as both the routes and the document can be compared.
    var shape: String {
        let segments = pattern.split(separator: "/", omittingEmptySubsequences: false)
        return "\(method.text) " + segments.map { $0.hasPrefix(":") ? "{}" : $0 }.joined(separator: "/")
    }
}

extension APIDocument.Operation {
    var shape: String {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        return "\(method) " + segments.map { $0.hasPrefix("{") ? "{}" : $0 }.joined(separator: "/")
    }
}
