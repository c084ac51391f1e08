import Foundation
import Testing

/// What other packages see of the libraries is a decision, and is said in words.
@Suite struct PublicFaceTests {
    private static let fixture = House.root.appending(path: "Tests/Fixtures/public-face.txt")

    /// A new public name is written down, or is `package`: `make public-face` writes them down.
    @Test func everyPublicDeclarationIsWrittenDown() throws {
        let face = try PublicFace.ofAll().flatMap(\.lines).joined(separator: "\n") + "\n"
        if ProcessInfo.processInfo.environment["DAYBOOK_WRITE_PUBLIC_FACE"] != nil {
            try face.write(to: Self.fixture, atomically: true, encoding: .utf8)
        }
        let known = Set(try String(contentsOf: Self.fixture, encoding: .utf8).split(separator: "\n"))
        let found = Set(face.split(separator: "\n"))
        #expect(found.subtracting(known).sorted() == [], "public, and not written down")
        #expect(known.subtracting(found).sorted() == [], "written down, and not public")
        #expect(found.count > 500, "the sources were not found, so nothing was checked")
    }

    @Test func everyPublicDeclarationSaysWhatItIsFor() throws {
        for face in try PublicFace.ofAll() { #expect(face.undocumented == []) }
    }

    @Test func whatIsPublicIsRead() {
        let source = """
            import struct Foundation.URL

            /// A barrel.
            public struct Barrel: Hashable {
                public var lid = 1
                /// Its hoops.
                @discardableResult
                public func bind(
                    _ hoops: [Int] = [1, 2], with hammer: (Int) -> Void = { _ in }
                ) throws -> Int {
                    let public = 1
                    return 2
                }
                package var stave: Int { 1 }
                struct Hidden { public var nail = 1 }
                /// Its wood.
                public enum Wood: String {
                    case oak = "public let", ash
                    var name: String { \"\"\"
                        public let text = 1
                        \"\"\" }
                }
            }

            public protocol Cooper {
                func make() -> Barrel
            }

            extension Barrel: Comparable {
                public static func < (left: Barrel, right: Barrel) -> Bool { true }
            }

            package struct Shelf { public var board = 1 }
            """
        let face = PublicFace(of: "Cellar", [source])
        #expect(
            face.lines == [
                "Cellar Barrel.Wood: case oak = \"public let\", ash",
                "Cellar Barrel: enum Wood: String",
                "Cellar Barrel: func bind(_ hoops: [Int] = [1, 2], with hammer: (Int) -> Void = { _ in }) throws -> Int",
                "Cellar Barrel: static func < (left: Barrel, right: Barrel) -> Bool",
                "Cellar Barrel: var lid",
                "Cellar Cooper: func make() -> Barrel",
                "Cellar protocol Cooper",
                "Cellar struct Barrel: Hashable",
            ])
        #expect(
            face.undocumented == [
                "Cellar Barrel.Wood: case oak = \"public let\", ash", "Cellar Barrel: var lid",
                "Cellar Cooper: func make() -> Barrel", "Cellar protocol Cooper",
            ])
        #expect(face.topTypes == ["Barrel", "Cooper"])
    }
}
