#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Names and values as they stand behind the question mark of an address.
enum QueryText {
    static func of(_ items: [(name: String, value: String)]) -> String {
        var parts = URLComponents()
        parts.queryItems = items.map { URLQueryItem(name: $0.name, value: $0.value) }
        // A plus stands for itself in a query of ours, and for a space in others'.
        return (parts.percentEncodedQuery ?? "").replacing("+", with: "%2B")
    }
}
