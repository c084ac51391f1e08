import Foundation
import Testing

@Suite struct FloorTests {
    /// By target, the rooms of those that have several.
    private static func roomsOfTargets() throws -> [String: Floor] {
        let targets = Dictionary(grouping: try House.sources(), by: \.room).mapValues { files in
            Floor(
                files: files.map { file in
                    let parts = file.path.split(separator: "/")
                    return SourceText(room: parts.count > 2 ? String(parts[1]) : "", text: file.text)
                })
        }
        return targets.filter { Set($0.value.files.map(\.room)).count > 1 }
    }

    @Test func noRoomsNameEachOtherInACircle() throws {
        let targets = try Self.roomsOfTargets()
        #expect(targets.keys.contains("HTTP"), "the sources were not found, so nothing was checked")
        for (name, rooms) in targets {
            let circles = rooms.circles
            #expect(circles.isEmpty, "\(name): \(circles)")
        }
    }

    @Test func aFloorImportsOnlyWhatIsBelowIt() throws {
        for (level, name) in Floor.all.enumerated() {
            let imports = try #require(House.allowedImports[name])
            #expect(imports.isDisjoint(with: Floor.all[level...]))
        }
    }

    @Test(arguments: Floor.forbiddenToTests.sorted { $0.key < $1.key })
    func testsImportTheirFloorAndWhatIsBelowIt(folder: String, above: Set<String>) throws {
        let files = try House.files(in: "Tests/\(folder)")
        #expect(!files.isEmpty, "the tests were not found, so nothing was checked")
        for file in files { #expect(above.isDisjoint(with: file.imports), "\(file.path)") }
    }

    @Test func aTestThatReachesAboveItsFloorIsFound() {
        let file = SourceFile(path: "A.swift", text: "import Testing\n\n@testable import DaybookAPI\n")
        let above = { (folder: String) in Floor.forbiddenToTests[folder]?.intersection(file.imports) }
        #expect(above("DaybookLedgerTests") == ["DaybookAPI"])
        #expect(above("Support/TestAccounts") == ["DaybookAPI"])
        #expect(above("DaybookAPITests") == [])
    }

    /// The check itself must be able to fail.
    @Test func aCircleIsFound() {
        let floor = Floor(files: [
            SourceText(
                room: "Cellar", text: "struct Barrel {\n    let lid: Shelf // not Beam\n    let text = \"Chimney\"\n}"),
            SourceText(
                room: "Attic",
                text: "public final class Roof {\n    let window: Hatch\n}\nenum Chimney {}\nenum Beam {}"),
            SourceText(room: "Loft", text: "struct Hatch { var ladder: Ladder }\nprivate struct Hidden {}"),
            SourceText(room: "Stairs", text: "struct Ladder { var roof: Roof }\nstruct Shelf {}"),
        ])
        #expect(
            floor.circles == [
                "Attic": ["Loft": ["Hatch"]], "Loft": ["Stairs": ["Ladder"]],
                "Stairs": ["Attic": ["Roof"]],
            ])
        #expect(floor.files[2].types == ["Hatch"])
    }

    @Test func aNameOfItsOwnIsNotAnothers() {
        let floor = Floor(files: [
            SourceText(room: "Cellar", text: "struct Shelf {\n    struct Box {}\n    let box: Box\n}"),
            SourceText(room: "Attic", text: "struct Box { let shelf: Shelf }"),
            SourceText(
                room: "Loft", text: "let a = \"\"\"\n    Shelf\n    \"\"\"\nlet b = \"\"\"\n    Box\n    \"\"\""),
        ])
        #expect(floor.ways == ["Attic": ["Cellar": ["Shelf"]]])
        #expect(floor.circles.isEmpty)
    }
}
