import DaybookHost
import HTTP

/// `/app/...`: the web app. Its files are served as they are; every other address of it is a screen, and answers the
/// shell, which draws that screen.
struct WebRoutes: Sendable {
    private let files: WebFiles
    private let isSwitchedOn: Bool

    init(_ configuration: Configuration) {
        self.init(configuration.servesWeb ? WebFiles(configuration) : .none, isSwitchedOn: configuration.servesWeb)
    }

    init(_ files: WebFiles, isSwitchedOn: Bool = true) {
        self.files = files
        self.isSwitchedOn = isSwitchedOn
    }

    /// Whether there is an app to lead people to.
    var leadsPeople: Bool {
        if case .none = files { false } else { true }
    }

    func add(to routes: inout Routes) {
        routes.get("/app") { _ in
            guard isSwitchedOn else { throw Problem(.notFound) }
            return .leading(to: "/app/")
        }
        let names = ["a", "b", "c", "d"]
        for depth in 0...names.count {
            let parts = names.prefix(depth)
            routes.get("/app/" + parts.map { ":\($0)" }.joined(separator: "/")) { request in
                try answer(parts.map { request.parameter($0) ?? "" }, to: request)
            }
        }
    }

    private func answer(_ parts: [String], to request: Request) throws(Problem) -> Response {
        guard isSwitchedOn else {
            guard parts == ["sw.js"] else { throw Problem(.notFound) }
            return WebFile("sw.js", Array(Self.lastWorker.utf8)).answer(to: request).ofWebApp()
        }
        if case .none = files { return Self.missing }
        if let file = files[parts.isEmpty ? "index.html" : parts.joined(separator: "/")] {
            return file.answer(to: request).ofWebApp()
        }
        // Names of files have a dot, names of screens and of tasks have none.
        guard parts.last?.contains(".") != true, let shell = files["index.html"] else { throw Problem(.notFound) }
        return shell.answer(to: request).ofWebApp()
    }

    /// For whoever builds from the sources.
    private static let missing: Response = {
        let page = Page.framed(title: "Daybook") { page in
            page.element("h1", "This build has no web app")
            page.element("p", "`make web` makes its files, and the build after that contains them.")
            page.element("p") { $0.link("/docs", "The API") }
        }
        var response = Page.kept(page)
        response.status = .notFound
        return response
    }()

    /// What a browser gets that has the app from before it was switched off: the worker goes, and its files. What was
    /// not sent yet stays on that device, should the app come back.
    private static let lastWorker = """
        self.addEventListener("install", () => self.skipWaiting());
        self.addEventListener("activate", (event) => event.waitUntil((async () => {
          for (const name of await caches.keys()) if (name.startsWith("app-")) await caches.delete(name);
          await self.registration.unregister();
        })()));

        """
}

extension Response {
    /// For now, since another release or setting may lead elsewhere.
    static func leading(to path: String) -> Response {
        Response(.found, fields: ["location": path, "cache-control": "no-cache"])
    }
}

extension Request {
    /// A person's browser asks for a page; programs ask for anything.
    var asksForAPage: Bool { fields["accept"]?.contains("text/html") == true }
}
