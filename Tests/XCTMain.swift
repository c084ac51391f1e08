import Foundation
import Testing

/// Where the tests begin. SwiftPM finds this file by its name; without it, it writes one from the index of the sources,
/// which nothing else needs, so that scripts/build-tests.sh does without the index.
@main struct Beginning {
    static func main() async {
        // What `swift test` asks of XCTest to filter its tests: there are none, which would look like "passed".
        if CommandLine.arguments.contains("--dump-tests-json") {
            let hint = "Filter these tests so: swift test --enable-swift-testing --disable-xctest --filter ...\n"
            FileHandle.standardError.write(Data(hint.utf8))
            exit(1)
        }
        await Testing.__swiftPMEntryPoint() as Never
    }
}
