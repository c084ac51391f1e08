import DaybookCore

#if canImport(Darwin)
import struct Foundation.TimeZone
#else
import FoundationEssentials
import Glibc
#endif

/// The zone that this device is set to.
enum DeviceZone {
    /// UTC where it does not say.
    static var name: String {
        #if canImport(Darwin)
        TimeZone.current.identifier
        #else
        candidates.first { Zone($0) != nil } ?? "UTC"
        #endif
    }

    #if !canImport(Darwin)
    /// What TZ says, then what the system's clock is set to.
    private static var candidates: [String] {
        let told = getenv("TZ").map { String(cString: $0) } ?? ""
        let link = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/etc/localtime")) ?? ""
        let file = (try? Data(contentsOf: URL(filePath: "/etc/timezone"))).map { String(decoding: $0, as: UTF8.self) }
        return [told.hasPrefix(":") ? String(told.dropFirst()) : told]
            + (link.firstRange(of: "zoneinfo/").map { [String(link[$0.upperBound...])] } ?? []) + [file?.trimmed ?? ""]
    }
    #endif
}
