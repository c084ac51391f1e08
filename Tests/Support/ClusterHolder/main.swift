import DaybookStore
import Glibc

// Usage: ClusterHolder FOLDER. Opens the folder's cluster, says "ready" and PostgreSQL's process number, or the error's
// code; then waits until its standard input ends, and leaves without stopping anything.

@Sendable func say(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    write(STDOUT_FILENO, bytes, bytes.count)
}

var environment = ["PATH": "/usr/bin:/bin"]
if let binaries = getenv("DAYBOOK_PG_BIN") { environment["DAYBOOK_PG_BIN"] = String(cString: binaries) }
do {
    let cluster = try EmbeddedCluster(folder: CommandLine.arguments[1], environment: environment) { event in
        if case .creating = event { say("creating") }
    }
    say("ready \(cluster.process)")
    while getchar() != EOF {}
    withExtendedLifetime(cluster) {}
} catch {
    say("error \(error.code)")
    exit(1)
}
