import Testing

@testable import HTTP

@Suite struct RouterTests {
    struct Number: URLValue, Equatable {
        let value: Int

        init?(urlText text: String) {
            guard let value = Int(urlText: text) else { return nil }
            self.value = value
        }
    }

    /// Answers which handler was reached and what it was given.
    private func router(_ middleware: [Middleware] = []) throws -> Router {
        let task = PathParameter("task", as: Number.self)
        var routes = Routes(middleware: [problemAnswers()] + middleware)
        routes.get("/") { _ in .text("root") }
        routes.get("/healthz") { _ in .text("health") }
        routes.group("/v1") { routes in
            routes.get("/tasks") { _ in .text("tasks") }
            routes.post("/tasks") { _ in .text("new task") }
            routes.get("/tasks/search") { _ in .text("search") }
            routes.get("/tasks/\(task)") { request in .text("task \(try request.parameter(task).value)") }
            routes.delete("/tasks/:task") { request in .text("delete \(request.parameter("task") ?? "")") }
            routes.get("/tasks/:task/notes/:note") { request in
                .text("\(request.parameter("task") ?? "-") \(request.parameter("note") ?? "-")")
            }
            routes.get("/tasks/search/saved/all") { _ in .text("saved") }
            routes.get("/lists/") { _ in .text("lists with slash") }
        }
        return try routes.router()
    }

    private func answer(_ method: String, _ target: String) async throws -> (Status, String, Response) {
        let response = try await router().answer(Request(method, target))
        return (response.status, String(decoding: try await response.collectBody(), as: UTF8.self), response)
    }

    @Test(arguments: [
        ("/", "root"), ("/healthz", "health"), ("/v1/tasks", "tasks"), ("/v1/tasks/search", "search"),
        ("/v1/tasks/7", "task 7"), ("/v1/tasks/-7?x=/v1/lists/", "task -7"), ("/v1/tasks/a/notes/b", "a b"),
        ("/v1/tasks/search/notes/b", "search b"), ("/v1/tasks/search/saved/all", "saved"),
        ("/v1/lists/", "lists with slash"), ("/v1/%74asks", "tasks"), ("/v1/tasks/a%2Fb%20c/notes/%C3%A9", "a/b c é"),
        ("http://localhost", "root"), ("http://localhost/v1/tasks?a", "tasks"),
    ])
    func aPathLeadsToItsHandler(target: String, expected: String) async throws {
        let (status, text, _) = try await answer("GET", target)
        #expect(status == .ok)
        #expect(text == expected)
    }

    @Test(arguments: [
        "/v1", "/v1/", "/v1/tasks/", "/v1/lists", "/V1/tasks", "//v1/tasks", "/v1//tasks", "/v1/tasks//notes/b",
        "/v1/tasks/7/", "/v1/tasks/7/notes", "/v1/tasks/./notes/x", "/v1/tasks/../notes/x", "/v1/tasks/%2e%2E/notes/x",
        "/v1/tasks/a/notes/..", "/v1%2Ftasks", "/healthz/x", "/health", "/healthzz",
    ])
    func anotherPathIsNotFound(target: String) async throws {
        let (status, text, response) = try await answer("GET", target)
        #expect(status == .notFound)
        #expect(text.contains(#""code":"not_found""#))
        #expect(response.fields["content-type"] == "application/problem+json")
    }

    @Test func aMissingMethodSaysWhatIsAllowed() async throws {
        let (status, text, response) = try await answer("PUT", "/v1/tasks")
        #expect(status == .methodNotAllowed)
        #expect(text.contains(#""code":"method_not_allowed""#))
        #expect(response.fields["allow"] == "GET, HEAD, POST, OPTIONS")
        #expect(try await answer("TRACE", "/v1/tasks").0 == .methodNotAllowed)
        #expect(try await answer("PUT", "/v1/tasks/search").2.fields["allow"] == "GET, HEAD, OPTIONS")
    }

    @Test func anUnknownMethodIsNotImplemented() async throws {
        #expect(try await answer("PURGE", "/v1/tasks").0 == .notImplemented)
        #expect(try await answer("get", "/v1/tasks").0 == .notImplemented)
    }

    @Test func headIsAnsweredLikeGetAndOptionsByItself() async throws {
        #expect(try await answer("HEAD", "/v1/tasks").1 == "tasks")
        let (status, _, response) = try await answer("OPTIONS", "/v1/tasks/7")
        #expect(status == .noContent)
        #expect(response.fields["allow"] == "GET, HEAD, DELETE, OPTIONS")
        #expect(try await answer("OPTIONS", "*").0 == .noContent)
        #expect(try await answer("OPTIONS", "/nowhere").0 == .notFound)
    }

    @Test func aMalformedParameterNamesItself() async throws {
        let (status, text, _) = try await answer("GET", "/v1/tasks/seven")
        #expect(status == .badRequest)
        #expect(text.contains(#""code":"malformed_parameter""#))
        #expect(text.contains(#""parameter":"task""#))
    }

    @Test func mistakesStopTheBoot() {
        func fault(_ patterns: String...) -> RouteError? {
            var routes = Routes()
            for pattern in patterns { routes.get(pattern) { _ in Response() } }
            do throws(RouteError) {
                _ = try routes.router()
                return nil
            } catch {
                return error
            }
        }
        #expect(fault("/a/:x", "/b", "/a/:y/c") == nil)
        #expect(fault("/a", "/a") == .duplicate("GET /a"))
        #expect(fault("/a/:x", "/a/:y") == .duplicate("GET /a/:y"))
        for pattern in ["", "a", "/a//b", "//", "/a/:", "/:x/:x", "/a b", "/a%20b", "/a/..", "/a?b", "/é", "/:x y"] {
            #expect(fault(pattern) == .malformedPattern(pattern))
        }
        #expect(fault("/:a/:b/:c/:d/:e") == .tooManyParameters("/:a/:b/:c/:d/:e"))
    }

    @Test func middlewareSeesTheRouteAndRunsFromTheOutsideIn() async throws {
        let mark: @Sendable (String) -> Middleware = { name in
            { request, handler in
                var response = try await handler(request)
                response.fields.add("x-mark", "\(name) \(request.route?.pattern ?? "none")")
                return response
            }
        }
        var routes = Routes(middleware: [problemAnswers(), mark("outer"), mark("inner")])
        routes.group("/v1", middleware: [mark("group")]) { routes in
            routes.group("/tasks", middleware: [mark("nested")]) { routes in
                routes.get("/:task") { _ in Response() }
            }
            routes.get("/") { _ in Response() }
            routes.group("/", middleware: [mark("same")]) { $0.get("/lists") { _ in Response() } }
        }
        let router = try routes.router()
        #expect(router.routes.map(\.pattern) == ["/v1/tasks/:task", "/v1", "/v1/lists"])
        let response = try await router.answer(Request("GET", "/v1/tasks/1"))
        #expect(
            response.fields.values("x-mark") == ["nested", "group", "inner", "outer"].map { "\($0) /v1/tasks/:task" })
        #expect(try await router.answer(Request("GET", "/v1")).fields.values("x-mark").first == "group /v1")
        // A path that has no such method is still that route's, for labels.
        let refused = try await router.answer(Request("PUT", "/v1/tasks/1"))
        #expect(refused.status == .methodNotAllowed)
    }

    @Test func queryValuesAreDecodedAndTyped() throws {
        let request = Request("GET", "/x?limit=10&&q=caf%C3%A9+au%20lait&flag&a%62=1&two=1&two=2&bad=x&empty=")
        #expect(try request.queryValue("limit", as: Int.self) == 10)
        #expect(try request.queryValue("q", as: String.self) == "café au lait")
        #expect(try request.queryValue("flag", as: String.self) == "")
        #expect(try request.queryValue("ab", as: Bool.self) == true)
        #expect(try request.queryValue("missing", as: Int.self) == nil)
        #expect(request.queryTexts("two") == ["1", "2"])
        #expect(throws: Problem(.malformedParameter, parameter: "two")) {
            try request.queryValue("two", as: Int.self)
        }
        #expect(throws: Problem(.malformedParameter, parameter: "bad")) {
            try request.queryValue("bad", as: Int.self)
        }
        #expect(throws: Problem(.malformedParameter, parameter: "empty")) {
            try request.queryValue("empty", as: Int.self)
        }
        #expect(request.queryItems.map(\.name) == ["limit", "q", "flag", "ab", "two", "two", "bad", "empty"])
        #expect(Request("GET", "/x").queryItems.isEmpty)
    }
}
