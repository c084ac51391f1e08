import Foundation
import Testing

/// What `make proofs` asks beyond the gate: tests that are long, measured or of outside, larger sizes, and bounds of
/// time and memory. The gate leaves them out, because a busy machine fails them without a fault of the change.
public enum Proofs {
    /// Whether this run is one for proofs.
    public static let areMade = ProcessInfo.processInfo.environment["DAYBOOK_PROOFS"] == "1"

    /// How much of something a test does: little in the gate, where it has to end soon, and much for a proof.
    public static func scale<Size>(gate: Size, proof: Size) -> Size { areMade ? proof : gate }
}

extension Trait where Self == ConditionTrait {
    /// A test that the gate skips, and why.
    public static func proof(_ why: Comment) -> Self { .enabled(if: Proofs.areMade, why) }
}

/// Expectations about elapsed time, memory or processor time, which count where proofs are made.
public func measured(_ bounds: () throws -> Void) rethrows {
    if Proofs.areMade { try bounds() }
}
