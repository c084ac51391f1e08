import Foundation
import Testing

@Suite struct FloorTests {
    private static let files = Result {
        try House.sources().filter { $0.path.hasPrefix("DaybookServer/") }.map { file in
            let parts = file.path.split(separator: "/")
            return SourceText(room: parts.count > 2 ? String(parts[1]) : "", text: file.text)
        }
    }

    @Test func everyRoomStandsOnAFloor() throws {
        let rooms = Set(try Self.files.get().map(\.room))
        #expect(rooms.count > 30, "the sources were not found, so nothing was checked")
        #expect(rooms.filter { Floors.server.level(of: $0) == nil }.isEmpty)
        #expect(Set(Floors.server.floors.flatMap(\.rooms)).subtracting(rooms).isEmpty, "rooms that are gone")
    }

    @Test func noRoomNamesWhatIsAboveIt() throws {
        #expect(Floors.server.upward(in: try Self.files.get()).isEmpty)
    }

    @Test func noRoomsOfAFloorNameEachOtherInACircle() throws {
        #expect(Floors.server.circles(in: try Self.files.get()).isEmpty)
    }

    /// The checks themselves must be able to fail.
    @Test func aNameFromAboveIsFound() {
        let floors = Floors(floors: [("low", ["Cellar"]), ("high", ["Attic", "Loft"])])
        let files = [
            SourceText(
                room: "Cellar", text: "struct Barrel {\n    let lid: Roof // not Beam\n    let text = \"Chimney\"\n}"),
            SourceText(
                room: "Attic",
                text: "public final class Roof {\n    let window: Hatch\n}\nenum Chimney {}\nenum Beam {}"),
            SourceText(room: "Loft", text: "struct Hatch { var roof: Roof }\nprivate struct Hidden {}"),
        ]
        #expect(floors.upward(in: files) == ["Cellar -> Attic: Roof"])
        #expect(floors.circles(in: files) == ["Attic", "Loft"])
        #expect(files[2].types == ["Hatch"])
    }

    @Test func aNameOfItsOwnIsNotAnothers() {
        let floors = Floors(floors: [("low", ["Cellar"]), ("high", ["Attic"])])
        let files = [
            SourceText(room: "Cellar", text: "struct Shelf {\n    struct Box {}\n    let box: Box\n}"),
            SourceText(room: "Attic", text: "struct Box { let shelf: Shelf }"),
        ]
        #expect(floors.upward(in: files).isEmpty)
    }
}
