import Foundation
import HTTP
import Testing

@testable import DaybookHost

@Suite struct ConfigurationTests {
    func resolve(
        flags: [String: String] = [:], environment: [String: String] = [:], file: String? = nil
    ) throws -> ResolvedConfiguration {
        var flags = flags
        if let file {
            let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).env").path
            try file.write(toFile: path, atomically: true, encoding: .utf8)
            flags[Setting.fileFlag] = path
        }
        defer { flags[Setting.fileFlag].map { _ = unlink($0) } }
        return try Configuration.resolve(SettingSources(flags: flags, environment: environment))
    }

    func findings(
        flags: [String: String] = [:], environment: [String: String] = [:], file: String? = nil
    ) throws -> [String] {
        let error = #expect(throws: ConfigurationError.self) {
            try resolve(flags: flags, environment: environment, file: file)
        }
        return error?.findings ?? []
    }

    @Test func everyDefaultIsUnderstood() throws {
        let resolved = try resolve()
        #expect(resolved.configuration.listen == [ListenAddress(host: "127.0.0.1", port: 8420)])
        #expect(resolved.configuration.databaseURL == nil)
        #expect(resolved.configuration.bodyLimit == 1 << 20)
        #expect(resolved.configuration.drainDeadline == .seconds(25))
        #expect(resolved.settings.allSatisfy { $0.origin == .fallback })
        #expect(resolved.settings.count == Setting.table.count)
    }

    /// What is not there yet is not taken for something else.
    @Test func assistantsReadProposeOrWrite() throws {
        #expect(try resolve().configuration.agents == .off)
        #expect(try resolve(environment: ["DAYBOOK_AGENTS": "read"]).configuration.agents == .read)
        #expect(try resolve(environment: ["DAYBOOK_AGENTS": "write"]).configuration.agents == .write)
        #expect(try resolve(environment: ["DAYBOOK_AGENTS": "propose"]).configuration.agents == .propose)
        for value in ["proposes", "on", "Write"] {
            let told = try findings(environment: ["DAYBOOK_AGENTS": value])
            #expect(told.count == 1 && told[0].contains("off, read, propose or write"), "\(told)")
        }
    }

    @Test func namesAreUniqueAndPronounceableEverywhere() {
        #expect(Set(Setting.table.map(\.name)).count == Setting.table.count)
        for setting in Setting.table {
            #expect(setting.name.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
            #expect(setting.help.hasSuffix("."))
        }
    }

    @Test func flagsWinOverEnvironmentOverFileOverDefaults() throws {
        let file = "DAYBOOK_REACTORS=2\nDAYBOOK_LISTEN=127.0.0.1:1\nDAYBOOK_BODY_LIMIT=2MiB\n"
        let resolved = try resolve(
            flags: ["reactors": "4"], environment: ["DAYBOOK_REACTORS": "3", "DAYBOOK_LISTEN": "[::1]:2"], file: file)
        #expect(resolved.configuration.reactors == 4)
        #expect(resolved.configuration.listen == [ListenAddress(host: "::1", port: 2)])
        #expect(resolved.configuration.bodyLimit == 2 << 20)
        let origins = Dictionary(uniqueKeysWithValues: resolved.settings.map { ($0.setting.name, $0.origin) })
        #expect(origins["reactors"] == .flag)
        #expect(origins["listen"] == .environment)
        #expect(origins["body-limit"] == .file(line: 3))
        #expect(origins["header-limit"] == .fallback)
    }

    @Test func anEmptyVariableCountsAsNotGivenAndAnEmptyFlagAsNothing() throws {
        let resolved = try resolve(environment: ["DAYBOOK_REACTORS": "", "DAYBOOK_DATABASE_URL": ""])
        #expect(resolved.configuration.reactors == 0)
        let cleared = try resolve(
            flags: ["database-url": ""], environment: ["DAYBOOK_DATABASE_URL": "postgres://a/b"])
        #expect(cleared.configuration.databaseURL == nil)
    }

    @Test(arguments: Setting.table.filter { $0.placeholder != "PATH" }.map(\.name))
    func aBadValueNamesItsVariableAndNeverItself(name: String) throws {
        let setting = try #require(Setting.named(name))
        let secret = "s3cr3t value"
        let byEnvironment = try findings(environment: [setting.variable: secret])
        #expect(byEnvironment.count == 1)
        #expect(byEnvironment.first?.contains("\(setting.variable) (environment): expected ") == true)
        let byFile = try findings(file: "# settings\n\(setting.variable)=\(secret)\n")
        #expect(byFile.first?.contains("line 2): expected ") == true)
        let byFlag = try findings(flags: [name: secret])
        #expect(byFlag.first?.hasPrefix("\(setting.flag): expected ") == true)
        for finding in byEnvironment + byFile + byFlag { #expect(!finding.contains("s3cr3t")) }
    }

    @Test func everyMistakeIsToldAtOnce() throws {
        let found = try findings(environment: ["DAYBOOK_LISTEN": "nowhere", "DAYBOOK_LOG_LEVEL": "loud"])
        #expect(found.count == 2)
    }

    @Test func whatContradictsItselfIsRefused() throws {
        #expect(try findings(environment: ["DAYBOOK_TLS_KEY": "/k.pem"]).count == 1)
        #expect(try findings(environment: ["DAYBOOK_PROXY_PROTOCOL": "yes"]).count == 1)
        #expect(try findings(environment: ["DAYBOOK_METRICS": "127.0.0.1:8420"]).count == 1)
    }

    @Test func unknownNamesInTheFileAreErrorsAndInTheEnvironmentWarnings() throws {
        let found = try findings(file: "DAYBOOK_LISTN=127.0.0.1:1\nPATH=/bin\nsecret-without-name\nDAYBOOK_CONFIG=/x\n")
        #expect(found.count == 4)
        #expect(found[0].hasSuffix("line 1: unknown setting DAYBOOK_LISTN; did you mean DAYBOOK_LISTEN?"))
        #expect(!found.joined().contains("secret"))
        let resolved = try resolve(environment: ["DAYBOOK_LISTN": "x", "PATH": "/bin"])
        #expect(
            resolved.warnings == [
                "ignoring the unknown environment variable DAYBOOK_LISTN; did you mean DAYBOOK_LISTEN?"
            ])
    }

    @Test func theFileTakesCommentsQuotesAndSpaces() throws {
        let resolved = try resolve(
            file: "\r\n# comment\r\n  DAYBOOK_REACTORS = \"2\" \r\nDAYBOOK_DATA_DIR='/a b#c'\n")
        #expect(resolved.configuration.reactors == 2)
        #expect(resolved.configuration.dataDirectory == "/a b#c")
        #expect(try findings(file: "DAYBOOK_REACTORS=2\nDAYBOOK_REACTORS=3\n")[0].contains("already set on line 1"))
    }

    @Test func aFileThatCannotBeReadIsNamed() throws {
        let missing = try findings(flags: [Setting.fileFlag: "/no/such/file"])
        #expect(missing == ["cannot read the configuration file /no/such/file: there is no such file"])
        let folder = try findings(environment: [Setting.fileVariable: "/tmp"])
        #expect(folder == ["cannot read the configuration file /tmp: it is a directory"])
    }
}
