import Foundation

/// Where it is about noon now. What a test calls today stays today while it runs, at whatever time it begins.
enum Daylight {
    static let zone: String = {
        let east = 12 - Int(Date.now.timeIntervalSince1970) / 3600 % 24
        // The database counts the hours towards the west.
        return east == 0 ? "Etc/GMT" : "Etc/GMT\(east > 0 ? "-" : "+")\(abs(east))"
    }()
}
