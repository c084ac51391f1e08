import DaybookCore

extension TaskMember {
    /// Those of a document, in the order in which it has them.
    static let ofDocument = allCases.filter { $0.rawValue <= TaskMember.type.rawValue }

    /// The field that it tells, where it tells one and nothing else.
    var field: TaskField? { Self.fields[rawValue] }

    private static let fields = allCases.map { member -> TaskField? in
        switch member {
        case .text: .title
        case .orderKey: .sortOrder
        // The rank, which is of the export.
        case .sortOrder: nil
        default: TaskField(name: member.name)
        }
    }
}

extension FieldValue {
    /// It is as in every new task.
    package var saysNothing: Bool {
        switch self {
        case .null, .flag(false), .number(0), .bucket(.none), .state(.notStarted): true
        case .tags(let edit): edit.count == 0
        default: false
        }
    }
}
