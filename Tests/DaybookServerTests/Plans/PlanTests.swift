import Testing

/// What statements may touch. One after the other: they share a database, and some of them write to it.
@Suite(.serialized, .closing) enum PlanTests {}
