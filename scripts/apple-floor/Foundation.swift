// As much of Foundation as the SDK names, so that its sources can be checked where Apple's is not.
public struct Date: Comparable, Hashable, Sendable {
    public init() {}
    public init(timeIntervalSince1970: Double) {}
    public var timeIntervalSince1970: Double { 0 }
    public static func < (left: Date, right: Date) -> Bool { false }
}

public struct TimeZone: Hashable, Sendable {
    public init?(identifier: String) {}
    public init?(secondsFromGMT: Int) {}
    public static let gmt = TimeZone(identifier: "")!
    public static let current = gmt
    public var identifier: String { "" }
    public func secondsFromGMT(for date: Date) -> Int { 0 }
    public func nextDaylightSavingTimeTransition(after date: Date) -> Date? { nil }
}

public struct URL: Hashable, Sendable {
    public init?(string: String) {}
    public init?(string: String, relativeTo: URL?) {}
    public var absoluteString: String { "" }
    public var absoluteURL: URL { self }
    public var scheme: String? { nil }
    public var host: String? { nil }
    public var path: String { "" }
    public func appendingPathComponent(_ name: String) -> URL { self }
    public func deletingLastPathComponent() -> URL { self }
}

public struct URLQueryItem: Hashable, Sendable {
    public let name: String
    public let value: String?
    public init(name: String, value: String?) {
        self.name = name
        self.value = value
    }
}

public struct URLComponents: Hashable, Sendable {
    public init() {}
    public init?(string: String) {}
    public var scheme: String?
    public var host: String?
    public var queryItems: [URLQueryItem]?
    public var percentEncodedQuery: String?
}

extension String {
    public var decomposedStringWithCompatibilityMapping: String { self }
    public var precomposedStringWithCompatibilityMapping: String { self }
    public var precomposedStringWithCanonicalMapping: String { self }
    public func replacing(_ text: String, with other: String) -> String { self }
}

public struct UUID: Hashable, Sendable {
    public init() {}
    public var uuidString: String { "" }
}

public struct Data: Hashable, Sendable, RandomAccessCollection {
    public struct WritingOptions: Sendable {
        public static let atomic = WritingOptions()
        public static let withoutOverwriting = WritingOptions()
    }
    public init() {}
    public init(_ bytes: some Sequence<UInt8>) {}
    public init(contentsOf url: URL) throws {}
    public func write(to url: URL, options: WritingOptions = .atomic) throws {}
    public var startIndex: Int { 0 }
    public var endIndex: Int { 0 }
    public subscript(index: Int) -> UInt8 { 0 }
}

public struct FileAttributeKey: Hashable, Sendable { public static let posixPermissions = FileAttributeKey() }

public final class FileManager: Sendable {
    public static let `default` = FileManager()
    public func createDirectory(
        at url: URL, withIntermediateDirectories: Bool, attributes: [FileAttributeKey: Any]? = nil
    ) throws {}
    public func setAttributes(_ attributes: [FileAttributeKey: Any], ofItemAtPath path: String) throws {}
    public func removeItem(at url: URL) throws {}
}

public struct POSIXError: Error {
    public enum Code: Int32, Sendable { case EIO = 5 }
    public init(_ code: Code) {}
}

// Of Darwin, which Foundation brings along.
public var errno: Int32 { 0 }
public let O_WRONLY: Int32 = 1
public let O_CREAT: Int32 = 2
public let O_EXCL: Int32 = 3
public let EINTR: Int32 = 4
public func open(_ path: String, _ flags: Int32, _ mode: UInt16) -> Int32 { 0 }
public func write(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { 0 }
public func fsync(_ descriptor: Int32) -> Int32 { 0 }
@discardableResult public func close(_ descriptor: Int32) -> Int32 { 0 }
@discardableResult public func unlink(_ path: String) -> Int32 { 0 }
public func rename(_ path: String, _ other: String) -> Int32 { 0 }

open class NSObject {
    public init() {}
}

public protocol URLSessionDelegate: AnyObject {}
public protocol URLSessionDataDelegate: URLSessionDelegate {}

public final class URLSessionConfiguration {
    public static var ephemeral: URLSessionConfiguration { URLSessionConfiguration() }
    public var timeoutIntervalForRequest = 0.0
    public var requestCachePolicy = URLRequest.CachePolicy.reloadIgnoringLocalCacheData
    public var urlCache: Never?
    public var httpCookieStorage: Never?
    public var httpMaximumConnectionsPerHost = 0
}

public struct URLRequest: Sendable {
    public enum CachePolicy: Sendable { case reloadIgnoringLocalCacheData }
    public init(url: URL) {}
    public var httpMethod: String?
    public var httpBody: Data?
    public mutating func setValue(_ value: String?, forHTTPHeaderField name: String) {}
}

open class URLResponse: @unchecked Sendable { public init() {} }
public final class HTTPURLResponse: URLResponse, @unchecked Sendable {
    public let statusCode = 0
    public let allHeaderFields: [AnyHashable: Any] = [:]
}

public class URLSessionTask: @unchecked Sendable {
    public let taskIdentifier = 0
    public func resume() {}
    public func cancel() {}
}
public final class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}

public final class URLSession: Sendable {
    public enum ResponseDisposition: Sendable { case allow }
    public init(configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?, delegateQueue: Never?) {}
    public func invalidateAndCancel() {}
    public func dataTask(with request: URLRequest) -> URLSessionDataTask { URLSessionDataTask() }
}

extension Error { public var localizedDescription: String { "" } }
