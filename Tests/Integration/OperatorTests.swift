import Foundation
import TestPostgres
import TestWire
import Testing

/// What operators are told: labels, logs, permissions, certificates and their own privacy notice.
@Suite(.closing) struct OperatorTests {
    private let desk = AdminTests.Desk.open

    @Test func accountsAreKnownByLabelAndLastDevice() async throws {
        let desk = try await desk()
        let ada = try await desk.json(["account", "create", "--label", "Ada, first floor"])
        let id = try #require(ada["id"].text)
        let invite = try await desk.json(["invite", "create", "--label", "The Family"])
        let body = "{\"invite\":\"\(invite["code"].text ?? "")\",\"deviceName\":\"Kitchen tablet\"}"
        #expect(try await desk.api.ask("POST", "/v1/accounts", body).status == 201)

        let all = try await desk.json(["account", "list"])["accounts"].list
        #expect(Set(all.map { $0["label"].text }) == ["Ada, first floor", "The Family"])
        let family = try await desk.json(["account", "list", "--label", "family"])["accounts"].list
        #expect(family.count == 1 && family.first?["lastDevice"].text == "Kitchen tablet")
        let table = try await desk.run("account", "list", "--label", "FAMILY").output
        #expect(table.contains("LAST DEVICE") && table.contains("Kitchen tablet") && !table.contains("Ada"))
        #expect(try await desk.run("account", "list", "--label", "nobody").output == "No account has such a label.\n")

        #expect(try await desk.json(["account", "label", id, "Ada"])["label"].text == "Ada")
        #expect(try await desk.json(["account", "show", id])["label"].text == "Ada")
        #expect(try await desk.run("account", "label", id).code == 0)
        #expect(try await desk.json(["account", "show", id])["label"].isNull)
        #expect(try await desk.run("account", "label", id, "two\nlines").code == 1)
    }

    @Test func figuresSayHowOldTheyAre() async throws {
        let desk = try await desk()
        let fresh = try await desk.run("stats", "--fresh").output
        #expect(fresh.contains("just now"))
        #expect((try await desk.json(["stats"])["secondsSinceCount"].number ?? -1) >= 0)
    }

    @Test func migrationsAreNamedInTheLog() async throws {
        let api = try await API.serving(TestPostgres.shared.freshDatabase())
        let applied = await api.program.complaint(containing: "\"migration applied\"")
        #expect(applied?.contains("\"migration\":1,") == true)
        #expect(await api.program.complaint(containing: "\"migration begins\",\"migration\":27}") != nil)
    }

    /// Waiting that a client asked for is not slow; waiting for somebody else's lock is.
    @Test func longPollsAreNotLoggedAsSlow() async throws {
        let postgres = try await onThread { try TestPostgres() }
        try postgres.execute("CREATE DATABASE slow OWNER daybook")
        // Pairing links lead only to names that the server knows as its own.
        let api = try await API.serving(postgres.url(database: "slow"), ["DAYBOOK_HOSTS": "test"])
        let phone = try await api.newAccount()
        let offer = try await api.ask("POST", "/v1/pairing", token: phone.token, "{}")
        let code = try #require(offer.json["code"].text)
        let claim = try await api.ask("POST", "/v1/pairing/claim", "{\"code\":\"\(code)\",\"deviceName\":\"Tablet\"}")
        let secret = try #require(claim.json["secret"].text)
        let waiting = "{\"code\":\"\(code)\",\"secret\":\"\(secret)\",\"wait\":2}"
        #expect(try await api.ask("POST", "/v1/pairing/token", waiting).status == 202)

        let url = postgres.superuserURL(database: "slow")
        let lock = try Program(
            "/usr/bin/psql",
            [url, "-c", "BEGIN", "-c", "LOCK TABLE account_clock", "-c", "\\echo held", "-c", Self.waitForWaiting])
        #expect(await lock.line(containing: "held") != nil)
        #expect(try await api.ask("POST", "/v1/tasks", token: phone.token, "{\"title\":\"Tea\"}").status == 201)
        #expect(await api.program.stop() == 0)
        let told = await api.program.allComplaints()
        #expect(told.contains("\"request answered\",\"route\":\"/v1/tasks\""))
        #expect(!told.contains("/v1/pairing/token"))
    }

    /// However late the request comes.
    private static let waitForWaiting = """
        DO $$ BEGIN
            WHILE NOT EXISTS (SELECT FROM pg_locks WHERE NOT granted) LOOP PERFORM pg_sleep(0.01); END LOOP;
            PERFORM pg_sleep(1.5);
        END $$
        """

    /// As a user for whom folders can be closed: root's commands become nobody's.
    private func asNobody(_ arguments: String..., settings: [String: String]) async throws -> (
        code: Int32, output: String, complaints: String
    ) {
        let wrapper = getuid() == 0 ? ["/usr/bin/setpriv", "--reuid=65534", "--clear-groups"] : []
        return try await Program.run("daybook", arguments, settings, wrapper: wrapper)
    }

    @Test func whatOneMayNotReadIsNotSaidToBeAbsent() async throws {
        let folder = try openFolder()
        let cluster = folder.appending(path: "data/postgres/cluster")
        try FileManager.default.createDirectory(
            at: cluster.appending(path: "data"), withIntermediateDirectories: true)
        try "15\n".write(to: cluster.appending(path: "data/PG_VERSION"), atomically: true, encoding: .utf8)
        chmod(cluster.path, getuid() == 0 ? 0o700 : 0)
        defer { chmod(cluster.path, 0o700) }
        let settings = ["DAYBOOK_DATA_DIR": folder.appending(path: "data").path, "DAYBOOK_LISTEN": "127.0.0.1:0"]
        for command in ["stats", "check"] {
            let run = try await asNobody(command, settings: settings)
            #expect(run.code == 74 && run.complaints.contains("no permission to use \(cluster.path)"))
            #expect(!run.complaints.contains("there is no database"))
        }
        let doctor = try await asNobody("doctor", settings: settings)
        #expect(doctor.code == 1)
        #expect(doctor.output.contains("this user may not look into \(cluster.path)"))
        #expect(!doctor.output.contains("is not running"))
        #expect(doctor.output.contains("may not read") == false)
        let key = folder.appending(path: "data/secret.key")
        try Data(repeating: 7, count: 32).write(to: key)
        chmod(key.path, getuid() == 0 ? 0o600 : 0)
        #expect(try await asNobody("doctor", settings: settings).output.contains("this user may not read \(key.path)"))
    }

    @Test func aSocketThatOneMayNotUseIsToldAsThat() async throws {
        let folder = try openFolder()
        let closed = folder.appending(path: "closed")
        try FileManager.default.createDirectory(at: closed, withIntermediateDirectories: true)
        chmod(closed.path, getuid() == 0 ? 0o700 : 0)
        defer { chmod(closed.path, 0o700) }
        let settings = [
            "DAYBOOK_DATABASE_URL": "host=\(closed.path) dbname=daybook", "DAYBOOK_CONNECT_TIMEOUT": "500ms",
            "DAYBOOK_LISTEN": "127.0.0.1:0",
        ]
        #expect(try await asNobody("doctor", settings: settings).output.contains("this user may not use the socket of"))
    }

    @Test func theDoctorLooksAtTheCertificatesEnd() async throws {
        let folder = try openFolder()
        let (key, chain) = (folder.appending(path: "key.pem").path, folder.appending(path: "certificate.pem").path)
        let settings = [
            "DAYBOOK_TLS_CERTIFICATE": chain, "DAYBOOK_TLS_KEY": key, "DAYBOOK_LISTEN": "127.0.0.1:0",
            "DAYBOOK_DATA_DIR": folder.appending(path: "none").path,
        ]
        try await CertificateTests().makePair("soon", in: folder)
        let soon = try await Program.run("daybook", ["doctor"], settings)
        #expect(soon.output.contains("the certificate and key match; it ends in "))
        #expect(soon.output.contains("Renew it"))
        chmod(key, getuid() == 0 ? 0o600 : 0)
        let closed = try await asNobody("doctor", settings: settings)
        #expect(closed.output.contains("this user may not read \(key)"))
    }

    @Test func theOperatorsPrivacyNoticeIsServedAndLinked() async throws {
        let folder = try openFolder()
        let file = folder.appending(path: "privacy.md")
        try "# Privacy\n\nAsk `ada@example.org`.\n\n- <script>alert(1)</script>\n  is only text\n"
            .write(to: file, atomically: true, encoding: .utf8)
        let api = try await API.serving(nil, ["DAYBOOK_PRIVACY_FILE": file.path])
        let page = try #require(await Client.get("/privacy", api.port))
        #expect(page.status == 200 && page.head.contains("text/html"))
        #expect(page.body.contains("<h1 id=\"privacy\">Privacy</h1><p>Ask <code>ada@example.org</code>.</p>"))
        #expect(page.body.contains("<li><p>&lt;script&gt;alert(1)&lt;/script&gt; is only text</p></li>"))
        for path in ["/docs", "/problems/not_found", "/"] {
            #expect(await Client.get(path, api.port)?.body.contains("/privacy") == true, "\(path)")
        }
        let without = try await API.serving()
        #expect(await Client.get("/privacy", without.port)?.body.contains("has not said here") == true)

        let missing = ["DAYBOOK_PRIVACY_FILE": "/no/such/file", "DAYBOOK_LISTEN": "127.0.0.1:0"]
        let settings = missing.merging(["DAYBOOK_DATABASE_URL": try TestPostgres.shared.freshDatabase()]) { $1 }
        let refused = try await Program.run("daybook", ["serve", "--migrate"], settings)
        #expect(refused.code == 78 && refused.complaints.contains("DAYBOOK_PRIVACY_FILE cannot be read"))
        #expect(try await Program.run("daybook", ["doctor"], missing).output.contains("DAYBOOK_PRIVACY_FILE cannot be"))
    }
}
