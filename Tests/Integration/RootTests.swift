import Foundation
import Testing

/// A service that root starts and that is somebody else when it serves.
@Suite(.closing) struct RootTests {
    static let isRoot = getuid() == 0

    /// The numbers after a name in /proc/PID/status.
    private func status(_ name: String, of process: Int) throws -> [Int] {
        let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(name + ":") })
        return line.dropFirst(name.count + 1).split(whereSeparator: { $0 == "\t" || $0 == " " }).compactMap { Int($0) }
    }

    @Test(.enabled(if: isRoot, "only root can give root up; CI is root"))
    func rootIsGivenUpOnceTheAddressIsTaken() async throws {
        // Not below /tmp/...-UUID alone: the user has to get through to its folder.
        let folder = URL(filePath: "/tmp/daybook-root-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await CertificateTests().makePair("root", in: folder)
        let key = folder.appending(path: "key.pem").path
        chmod(key, 0o600)
        chmod(folder.path, 0o711)
        let data = folder.appending(path: "data").path
        // What root has made before is handed over with the folder.
        mkdir(data, 0o711)
        try Data((0..<32).map { UInt8($0) }).write(to: URL(filePath: "\(data)/secret.key"))
        chmod("\(data)/secret.key", 0o600)
        let settings = [
            "DAYBOOK_DATA_DIR": data, "DAYBOOK_USER": "nobody", "DAYBOOK_LISTEN": "127.0.0.1:793",
            "DAYBOOK_TLS_CERTIFICATE": folder.appending(path: "certificate.pem").path, "DAYBOOK_TLS_KEY": key,
            "DAYBOOK_LOG_FORMAT": "json", "DAYBOOK_METRICS": "127.0.0.1:794",
        ]
        for _ in 0..<2 {
            let (program, port) = try await Program.serving("daybook", ["serve"], settings)
            #expect(port == 793)
            let told = try #require(await program.complaint(containing: "\"serving\""))
            let process = try #require(JSON(told)["process"].number)
            let nobody = Int(try #require(getpwnam("nobody")).pointee.pw_uid)
            #expect(try status("Uid", of: process) == [nobody, nobody, nobody, nobody])
            #expect(try !status("Groups", of: process).contains(0))
            #expect(try status("Gid", of: process).allSatisfy { $0 != 0 })
            let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
            #expect(text.contains("CapEff:\t0000000000000000") && text.contains("CapPrm:\t0000000000000000"))
            for path in [data, "\(data)/secret.key", "\(data)/postgres/cluster"] {
                let owner = try FileManager.default.attributesOfItem(atPath: path)[.ownerAccountID] as? Int
                #expect(owner == nobody, "\(path)")
            }
            let asked = try await Program.run(
                "/usr/bin/curl", ["-ksi", "--max-time", "20", "https://127.0.0.1:793/readyz"])
            #expect(asked.output.contains("HTTP/1.1 200 OK"), "\(asked.output)")
            #expect(asked.output.lowercased().contains("strict-transport-security: max-age="))
            // What /proc tells of the process itself is still there for it.
            let figures = try #require(await Client.get("/metrics", 794)?.body)
            #expect(figures.contains("process_open_fds "))
            #expect(!(await Client.get("/metrics", 794)?.head.contains("strict-transport") ?? true))
            #expect(await program.stop() == 0)
        }
    }

    @Test(.enabled(if: isRoot, "only root can give root up; CI is root"))
    func aUserThatIsNoneStopsTheStart() async throws {
        for name in ["nobody-of-this-name", "root"] {
            let folder = "/tmp/daybook-root-\(UUID())"
            let run = try await Program.run(
                "daybook", ["serve"],
                ["DAYBOOK_USER": name, "DAYBOOK_DATA_DIR": folder, "DAYBOOK_LISTEN": "127.0.0.1:0"])
            #expect(
                run.code == 78 && run.complaints.contains("DAYBOOK_USER: this machine has no unprivileged user \(name)")
            )
            #expect(!FileManager.default.fileExists(atPath: folder))
        }
    }
}
