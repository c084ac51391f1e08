import Foundation
import Testing

@Suite struct FloorTests {
    private static func floor(_ name: String) throws -> Floor {
        let files = try House.sources().filter { $0.path.hasPrefix("\(name)/") }
        return Floor(
            files: files.map { file in
                let parts = file.path.split(separator: "/")
                return SourceText(room: parts.count > 2 ? String(parts[1]) : "", text: file.text)
            })
    }

    @Test(arguments: Floor.all) func noRoomsNameEachOtherInACircle(name: String) throws {
        let floor = try Self.floor(name)
        #expect(Set(floor.files.map(\.room)).count > 1, "the sources were not found, so nothing was checked")
        #expect(floor.circles.isEmpty)
    }

    @Test func aFloorImportsOnlyWhatIsBelowIt() throws {
        for (level, name) in Floor.all.enumerated() {
            let imports = try #require(House.allowedImports[name])
            #expect(imports.isDisjoint(with: Floor.all[level...]))
        }
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
        #expect(floor.circles == ["Attic", "Cellar", "Loft", "Stairs"])
        #expect(floor.ways["Cellar"] == ["Stairs"])
        #expect(floor.files[2].types == ["Hatch"])
    }

    @Test func aNameOfItsOwnIsNotAnothers() {
        let floor = Floor(files: [
            SourceText(room: "Cellar", text: "struct Shelf {\n    struct Box {}\n    let box: Box\n}"),
            SourceText(room: "Attic", text: "struct Box { let shelf: Shelf }"),
        ])
        #expect(floor.ways == ["Attic": ["Cellar"]])
    }
}
