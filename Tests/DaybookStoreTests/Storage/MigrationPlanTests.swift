import Migrations
import Testing

@testable import DaybookStore

@Suite struct MigrationPlanTests {
    static func text(_ number: Int, head: String = "", backward: String = "-- x\nSELECT 2;") -> MigrationText {
        MigrationText(
            file: "000\(number)_m\(number).sql",
            text: "-- why\n\(head)-- forward\nSELECT \(number);\n-- backward\n\(backward)\n")
    }

    static let three = try! MigrationSet([text(1), text(2), text(3)])

    func record(_ set: MigrationSet, _ count: Int, last: MigrationRecord.State = .applied) -> [MigrationRecord] {
        set.migrations.prefix(count).map {
            MigrationRecord(
                number: $0.number, name: $0.name, checksum: $0.checksum, state: $0.number == count ? last : .applied,
                appliedAt: nil)
        }
    }

    func steps(_ goal: MigrationGoal, from count: Int) throws -> [String] {
        try Self.three.plan(goal, from: record(Self.three, count)).steps.map {
            "\($0.direction == .forward ? "+" : "-")\($0.migration.number)"
        }
    }

    @Test func upAndDownGoStepByStep() throws {
        #expect(try steps(.up(to: nil), from: 0) == ["+1", "+2", "+3"])
        #expect(try steps(.up(to: 2), from: 0) == ["+1", "+2"])
        #expect(try steps(.up(to: nil), from: 2) == ["+3"])
        #expect(try steps(.up(to: nil), from: 3) == [])
        #expect(try steps(.up(to: 1), from: 3) == [])
        #expect(try steps(.down(to: 0), from: 3) == ["-3", "-2", "-1"])
        #expect(try steps(.down(to: 2), from: 3) == ["-3"])
        #expect(try steps(.down(to: 3), from: 2) == [])
    }

    @Test func aTargetMustExist() {
        for goal in [MigrationGoal.up(to: 4), .up(to: -1), .down(to: 4), .down(to: -1)] {
            let error = #expect(throws: MigrationError.self) { try steps(goal, from: 1) }
            #expect(error?.code == "migration_target_unknown")
        }
    }

    @Test func aHistoryThatIsNotTheFilesIsRefused() throws {
        let changed = try MigrationSet([Self.text(1), Self.text(2, head: "-- more\n"), Self.text(3)])
        #expect(throws: MigrationError.drift(number: 2, applied: "m2", file: "0002_m2.sql")) {
            try changed.plan(.up(to: nil), from: record(Self.three, 2))
        }
        // What was not applied yet may change.
        #expect(try changed.plan(.up(to: nil), from: record(Self.three, 1)).steps.count == 2)

        let renamed = try MigrationSet([MigrationText(file: "0001_other.sql", text: Self.text(1).text)])
        #expect(throws: MigrationError.drift(number: 1, applied: "m1", file: "0001_other.sql")) {
            try renamed.plan(.up(to: nil), from: record(Self.three, 1))
        }

        var gap = record(Self.three, 3)
        gap.remove(at: 1)
        #expect(throws: MigrationError.historyGap(missing: 2, present: 3)) {
            try Self.three.plan(.down(to: 0), from: gap)
        }

        let two = try MigrationSet([Self.text(1), Self.text(2)])
        for goal in [MigrationGoal.up(to: nil), .down(to: 0)] {
            #expect(throws: MigrationError.databaseNewer(database: 3, binary: 2)) {
                try two.plan(goal, from: record(Self.three, 3))
            }
        }
    }

    @Test func whatCannotBeUndoneIsSaidBeforeAnythingIsDone() throws {
        let set = try MigrationSet([
            Self.text(1), Self.text(2, backward: "-- irreversible: rows are gone"), Self.text(3),
        ])
        #expect(throws: MigrationError.irreversible(file: "0002_m2.sql", reason: "rows are gone")) {
            try set.plan(.down(to: 0), from: record(set, 3))
        }
        #expect(try set.plan(.down(to: 2), from: record(set, 3)).steps.count == 1)
    }

    @Test func anInterruptedMigrationIsTakenUpOnlyWhereItsFileSaysSo() throws {
        let bare = try MigrationSet([Self.text(1), Self.text(2, head: "-- no transaction: x\n")])
        for (state, direction) in [
            (MigrationRecord.State.applying, MigrationDirection.forward), (.reverting, .backward),
        ] {
            #expect(throws: MigrationError.unfinished(number: 2, name: "m2", direction: direction)) {
                try bare.plan(.up(to: nil), from: record(bare, 2, last: state))
            }
        }

        let safe = try MigrationSet([
            Self.text(1), Self.text(2, head: "-- no transaction: x\n-- repeatable: y\n"), Self.text(3),
        ])
        func plan(_ goal: MigrationGoal, _ state: MigrationRecord.State) throws -> [String] {
            try safe.plan(goal, from: record(safe, 2, last: state)).steps.map {
                "\($0.again ? "again" : "")\($0.direction == .forward ? "+" : "-")\($0.migration.number)"
            }
        }
        #expect(try plan(.up(to: nil), .applying) == ["again+2", "+3"])
        #expect(try plan(.up(to: nil), .reverting) == ["again-2", "+2", "+3"])
        #expect(try plan(.down(to: 0), .applying) == ["again+2", "-2", "-1"])
        #expect(try plan(.down(to: 0), .reverting) == ["again-2", "-1"])
    }
}
