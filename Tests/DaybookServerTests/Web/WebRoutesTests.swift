import Foundation
import HTTP
import Testing

@testable import DaybookHost
@testable import DaybookServer

@Suite struct WebRoutesTests {
    private static let shell = Array("<!doctype html>".utf8)
    private static let script = Array("let tasks = [];".utf8)
    private let packed = WebFiles.packed([
        "index.html": WebFile("index.html", shell, brotli: [1, 2], gzip: [1, 2, 3]),
        "a/page.0123.js": WebFile("a/page.0123.js", script, brotli: [3], gzip: [4]),
        "a/core.0123.wasm": WebFile("a/core.0123.wasm", [0, 0x61]),
        "sw.js": WebFile("sw.js", [5]),
        "app.webmanifest": WebFile("app.webmanifest", Array("{}".utf8)),
    ])

    private func ask(
        _ path: String, of routes: WebRoutes, _ fields: KeyValuePairs<String, String> = [:]
    ) async throws -> (response: Response, bytes: [UInt8]) {
        var plan = Routes(middleware: [conditionalAnswers()])
        routes.add(to: &plan)
        let response = try await plan.router().answer(Request("GET", path, fields: fields))
        return (response, try await response.collectBody())
    }

    @Test(arguments: ["/app/", "/app/today", "/app/list/0b6c5f0e", "/app/task/0b6c5f0e", "/app/settings/devices/one"])
    func everyScreenAnswersTheShell(path: String) async throws {
        let (response, bytes) = try await ask(path, of: WebRoutes(packed))
        #expect(response.status == .ok && bytes == Self.shell)
        #expect(response.fields["cache-control"] == "no-cache")
    }

    @Test(arguments: ["/app/a/page.9999.js", "/app/nothing.css", "/app/a/../sw.js", "/app/one/two/three/four/five"])
    func whatIsNoFileAndNoScreenIsNotFound(path: String) async throws {
        await #expect(throws: Problem.self) { try await ask(path, of: WebRoutes(packed)) }
    }

    @Test func namesOfContentAreKeptForEver() async throws {
        let named = try await ask("/app/a/page.0123.js", of: WebRoutes(packed)).response
        #expect(named.fields["cache-control"] == "public, max-age=31536000, immutable")
        #expect(named.fields["content-type"] == "text/javascript; charset=utf-8")
        let core = try await ask("/app/a/core.0123.wasm", of: WebRoutes(packed)).response
        #expect(core.fields["content-type"] == "application/wasm")
        for path in ["/app/sw.js", "/app/app.webmanifest"] {
            #expect(try await ask(path, of: WebRoutes(packed)).response.fields["cache-control"] == "no-cache")
        }
    }

    /// Which form a client gets, and that caches keep the forms apart.
    @Test(arguments: [
        ("gzip, deflate, br, zstd", "br", [3]), ("gzip, deflate", "gzip", [4]), ("br;q=0, gzip;q=0.5", "gzip", [4]),
        ("BR", "br", [3]), ("identity", nil, script), ("*", nil, script), ("", nil, script),
        ("brr, gzipped", nil, script),
    ]) func theSmallestFormThatIsTakenGoes(accepted: String, coding: String?, expected: [UInt8]) async throws {
        let (response, bytes) = try await ask(
            "/app/a/page.0123.js", of: WebRoutes(packed), ["accept-encoding": accepted])
        #expect(response.fields["content-encoding"] == coding && bytes == expected)
        #expect(response.fields["vary"] == "accept-encoding")
    }

    @Test func aFormThatIsHeldIsNotSentAgain() async throws {
        let first = try await ask("/app/today", of: WebRoutes(packed), ["accept-encoding": "br"])
        let tag = try #require(first.response.fields["etag"])
        let held = try await ask(
            "/app/upcoming", of: WebRoutes(packed), ["accept-encoding": "br", "if-none-match": tag])
        #expect(held.response.status == .notModified && held.bytes.isEmpty)
        // Another form of the same has a name of its own.
        let plain = try await ask("/app/today", of: WebRoutes(packed), ["if-none-match": tag])
        #expect(plain.response.status == .ok && plain.response.fields["etag"] != tag)
    }

    /// Each file: a worker's policy is that of its own script.
    @Test(arguments: ["/app/", "/app/sw.js", "/app/a/page.0123.js", "/app/a/core.0123.wasm"])
    func nothingButOurOwnRuns(path: String) async throws {
        let fields = try await ask(path, of: WebRoutes(packed)).response.fields
        let policy = try #require(fields["content-security-policy"])
        for part in [
            "default-src 'none'", "script-src 'self' 'wasm-unsafe-eval'", "connect-src 'self'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'", "trusted-types daybook", "form-action 'none'", "base-uri 'none'",
        ] { #expect(policy.components(separatedBy: "; ").contains(part)) }
        #expect(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'") && !policy.contains("*"))
        #expect(fields["cross-origin-opener-policy"] == "same-origin")
        #expect(fields["cross-origin-resource-policy"] == "same-origin")
        #expect(fields["referrer-policy"] == "no-referrer")
        #expect(fields["permissions-policy"] == "camera=(self), microphone=(), geolocation=()")
    }

    @Test func aBuildWithoutTheAppSaysHowToGetIt() async throws {
        let routes = WebRoutes(.none)
        #expect(!routes.leadsPeople)
        let (response, bytes) = try await ask("/app/", of: routes)
        #expect(response.status == .notFound && String(decoding: bytes, as: UTF8.self).contains("make web"))
    }

    /// An installed app goes where it is switched off; nothing else of it answers.
    @Test func switchedOffItTakesItselfBack() async throws {
        let routes = WebRoutes(.none, isSwitchedOn: false)
        #expect(!routes.leadsPeople)
        let (response, bytes) = try await ask("/app/sw.js", of: routes)
        #expect(response.status == .ok && response.fields["cache-control"] == "no-cache")
        #expect(String(decoding: bytes, as: UTF8.self).contains("registration.unregister()"))
        for path in ["/app", "/app/", "/app/today", "/app/app.webmanifest"] {
            await #expect(throws: Problem.self) { try await ask(path, of: routes) }
        }
    }

    /// What is compiled in, where it is: whole, and each file in its forms.
    @Test func whatIsCompiledInIsWhole() throws {
        guard case .packed(let files) = WebFiles(try Configuration.resolve(SettingSources()).configuration) else {
            return
        }
        let shell = try #require(files["index.html"].map { String(decoding: $0.plain.bytes, as: UTF8.self) })
        for path in shell.matches(of: #/"/app/(a/[^"]+)"/#).map({ String($0.1) }) {
            let file = try #require(files[path], "the shell names \(path)")
            #expect(file.isImmutable && file.brotli != nil && file.gzip != nil)
        }
        #expect(files["sw.js"] != nil && files["app.webmanifest"] != nil && files["icons/icon-192.png"] != nil)
    }
}
