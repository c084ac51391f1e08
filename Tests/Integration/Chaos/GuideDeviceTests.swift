import DaybookCore
import Foundation
import Seeds
import Simulation
import TestPostgres
import TestWire
import Testing

/// The two devices of docs/build/device.md, as programs of their own.
@Suite(.serialized, .closing) struct GuideDeviceTests {
    /// The TypeScript is checked as strictly as the compiler can, and becomes JavaScript beside the test.
    private func script(_ language: GuideDevice.Language) async throws -> URL {
        let examples = Guide.root.appending(path: "Examples/device")
        if language == .python { return examples.appending(path: "device.py") }
        let folder = try openFolder()
        let compiled = try await Program.run(
            "/usr/bin/tsc",
            ["--strict", "--target", "es2022", "--lib", "es2022", "--module", "commonjs", "--outDir", folder.path]
                + ["device.ts", "node.d.ts"].map { examples.appending(path: $0).path })
        #expect(compiled.code == 0, "\(compiled.output)")
        return folder.appending(path: "device.js")
    }

    @Test(arguments: ["device.py", "device.ts"])
    func theGuideShowsTheDeviceThatRuns(name: String) throws {
        let device = try Guide.file("Examples/device/\(name)").trimmingCharacters(in: .newlines)
        let isShown = try Guide.text("device.md").contains("\n\(device)\n```")
        #expect(isShown)
    }

    @Test func oneOfThemAddsAndTheOtherShows() async throws {
        let (api, token) = try await API.withAccount()
        let url = "http://127.0.0.1:\(api.port)"
        let phone = try GuideDevice("phone", .python, script: await script(.python), seed: 1)
        let desk = try GuideDevice("desk", .typeScript, script: await script(.typeScript), seed: 2)
        for device in [phone, desk] { #expect(try await device.run("begin", url, token).code == 0) }
        #expect(try await phone.run("add", "Water", "the", "plants").code == 0)
        #expect(try await phone.shown().values.contains("Water the plants  unsent"))
        for device in [phone, desk] { #expect(try await device.sync()) }
        #expect(try await desk.shown().values.contains { $0.hasPrefix("Water the plants notStarted") })
        let stranger = try GuideDevice("stranger", .python, script: await script(.python), seed: 3)
        #expect(try await stranger.run("begin", url).code == 0)
        #expect(try await stranger.sync())
        #expect(try await stranger.shown().isEmpty)
        for device in [phone, desk, stranger] { #expect(await device.flaws.isEmpty) }
    }

    /// In its status, between two headers, before its body and in it.
    @Test func anAnswerThatIsCutIsAskedForAgain() async throws {
        let (api, token) = try await API.withAccount()
        for (seed, language) in GuideDevice.Language.allCases.enumerated() {
            let device = try GuideDevice("\(language)", language, script: await script(language), seed: UInt64(seed))
            for bytes in Proofs.scale(gate: [9, 90, 200], proof: [1, 9, 17, 40, 90, 150, 200]) {
                let proxy = try #require(CrookedProxy([api.port], seed: 0, cutAfter: bytes))
                try await device.run("begin", "http://127.0.0.1:\(proxy.port)", token)
                #expect(try await device.run("sync").code != 0, "\(bytes)")
                proxy.close()
            }
            #expect(await device.flaws.isEmpty)
            try await device.run("begin", "http://127.0.0.1:\(api.port)", token)
            #expect(try await device.sync())
        }
    }

    /// Servers and PostgreSQL are killed, the network cuts and repeats, the programs themselves are killed, and their
    /// clocks are set to and fro.
    @Test func theyLoseNothingAndComeTogether() async throws {
        try #require(GuideDevice.canBeWrong, "libfaketime is not installed; run: make setup-test")
        var random = RandomSeed.generator()
        let scripts = [try await script(.python), try await script(.typeScript)]
        let postgres = try OneServer()
        let town = try await Town(servers: 2, on: postgres)
        let household = try await town.move(in: 4)
        let proxy = try #require(CrookedProxy(town.ports, seed: random.next()))
        var devices: [GuideDevice] = []
        for (index, member) in household.devices.enumerated() {
            let device = try GuideDevice(
                "\(index)", index % 2 == 0 ? .python : .typeScript, script: scripts[index % 2], seed: random.next())
            try await device.run("begin", "http://127.0.0.1:\(proxy.port)", member.token)
            devices.append(device)
        }
        let end = Date.now.addingTimeInterval(ChaosTests.seconds)
        async let lives: [Void] = atOnce(devices) { device in
            var number = 0
            while Date.now < end {
                try await device.live(number)
                number += 1
            }
        }
        var round = 0
        while Date.now < end {
            try? await Task.sleep(for: .milliseconds(500 + random.below(1500)))
            if round % 3 == 2 { try await postgres.kill() } else { try await town.killServer(round % 3) }
            round += 1
        }
        _ = try await lives
        // The network stays as it is. Three times round, since what one says last another has to hear.
        for _ in 0..<3 { for device in devices { try await device.comeToRest() } }
        proxy.close()
        try await judge(devices, try await town.evidence(of: household.account), "\(RandomSeed.current)")
        let (codes, _) = await town.close()
        #expect(codes.allSatisfy { $0 == 0 })
    }

    private func judge(_ devices: [GuideDevice], _ evidence: Evidence, _ seed: String) async throws {
        // The tables can be made from the ledger alone, and nothing is in it twice.
        try evidence.check(against: Shadow())
        let ledger = Dictionary(uniqueKeysWithValues: evidence.ledger.map { ($0.operation.opId.text, $0.operation) })
        let rows = evidence.slice.tasks.values.filter { !$0.isDeleted }.map {
            ($0.id.text, "\($0.title) \($0.state.name) \($0.revision)")
        }
        let tables = Dictionary(uniqueKeysWithValues: rows)
        var (promised, unsure, syncs) = (0, 0, 0)
        for device in devices {
            for flaw in await device.flaws { Issue.record("\(flaw); \(seed)") }
            #expect(try await device.shown() == tables, "\(device.name) shows something else; \(seed)")
            for (id, promise) in await device.promises {
                let line = ledger[id]
                #expect(line?.id.text == promise.task && line?.kind.name == promise.kind, "\(id) is lost; \(seed)")
                for (name, value) in promise.fields {
                    let isThere = line?.fields.contains(JSONMember(name, .string(value))) ?? false
                    #expect(isThere, "\(name) of \(id) is lost; \(seed)")
                }
            }
            promised += await device.promises.count
            unsure += await device.unsure
            syncs += await device.syncs
        }
        // Nothing but what they did, and what they may have done when they were killed.
        let done = evidence.ledger.count { $0.cause == nil }
        #expect(
            (promised...promised + unsure).contains(done), "\(done) of \(promised) to \(promised + unsure); \(seed)")
        print("promised: \(promised), perhaps: \(unsure), syncs: \(syncs), tasks: \(tables.count)")
        #expect(promised > 0 && syncs >= 3 * devices.count)
    }
}
