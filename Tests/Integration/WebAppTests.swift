import Foundation
import TestPostgres
import Testing

/// The web app as the program serves it, from a folder of its sources.
@Suite(.closing) struct WebAppTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "web-\(UUID().uuidString)")

    private func serving(_ settings: [String: String] = [:]) async throws -> API {
        try FileManager.default.createDirectory(at: folder.appending(path: "page"), withIntermediateDirectories: true)
        atEnd { try? FileManager.default.removeItem(at: folder) }
        try Data("<!doctype html><title>Daybook".utf8).write(to: folder.appending(path: "index.html"))
        try Data("let a = 1;".utf8).write(to: folder.appending(path: "page/main.js"))
        try Data("secret".utf8).write(to: folder.appending(path: ".hidden"))
        return try await API.serving(nil, ["DAYBOOK_WEB_DIR": folder.path].merging(settings) { $1 })
    }

    @Test func aBrowserIsLedToTheApp() async throws {
        let api = try await serving()
        let browser = "Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n"
        let led = try await api.ask("GET", "/", fields: browser)
        #expect(led.status == 302 && led.field("location") == "/app/" && led.field("vary") == "accept")
        #expect(try await api.ask("GET", "/app", fields: browser).field("location") == "/app/")
        // Programs are told what this is, as ever.
        let told = try #require(await Client.get("/", api.port))
        #expect(told.status == 200 && told.body.contains("web app          /app/"))
        #expect(try await api.ask("GET", "/v1").json["links"]["app"].text == "/app/")
        let shell = try #require(await Client.get("/app/today", api.port))
        #expect(shell.status == 200 && shell.body.contains("<title>Daybook"))
        #expect(shell.head.lowercased().contains("content-security-policy: default-src 'none'"))
    }

    @Test(arguments: [
        "/app/.hidden", "/app/..%2f..%2fetc%2fpasswd", "/app/page/..%2f.hidden", "/app/%2e%2e/x.js",
    ]) func nothingBesideTheFolderIsServed(path: String) async throws {
        let api = try await serving()
        #expect(try await api.ask("GET", path).status == 404)
        #expect(try await api.ask("GET", "/app/page/main.js").status == 200)
    }

    /// A change of a source is there at the next request.
    @Test func aFolderIsReadAnew() async throws {
        let api = try await serving()
        let tag = try #require(try await api.ask("GET", "/app/page/main.js").field("etag"))
        let field = "If-None-Match: \(tag)\r\n"
        #expect(try await api.ask("GET", "/app/page/main.js", fields: field).status == 304)
        try Data("let a = 2;".utf8).write(to: folder.appending(path: "page/main.js"))
        let answer = try await api.ask("GET", "/app/page/main.js", fields: field)
        #expect(answer.status == 200 && answer.field("content-type") == "text/javascript; charset=utf-8")
    }

    @Test func switchedOffNobodyIsLedThere() async throws {
        let api = try await serving(["DAYBOOK_WEB": "no"])
        let root = try await api.ask("GET", "/", fields: "Accept: text/html\r\n")
        #expect(root.status == 200 && root.field("content-type") == "text/plain; charset=utf-8")
        #expect(try await api.ask("GET", "/app/").status == 404)
        let worker = try #require(await Client.get("/app/sw.js", api.port))
        #expect(worker.status == 200 && worker.body.contains("unregister"))
    }
}
