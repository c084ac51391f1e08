import DaybookHost
import Glibc

/// A file that goes where a command's output goes.
package enum StandardOutput {
    package static func write(_ bytes: [UInt8]) throws(OutputTrouble) {
        do throws(FileError) {
            try Files.write(bytes, to: STDOUT_FILENO, path: "standard output")
        } catch {
            throw OutputTrouble(error.path, code: error.code)
        }
    }
}
