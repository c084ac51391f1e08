extension JSONReader {
    /// Reads the operations of a push, and no more than `most` of them: at the next one it
    /// leaves the rest of the document unread and answers nil.
    ///
    /// Each operation is looked at twice at most, however many are refused.
    mutating func readOperations(
        device: Identifier, account: Identifier, atMost most: Int
    ) throws(WireError) -> [ReadOperation]? {
        let list = path(of: offset)
        try beginArray()
        var operations: [ReadOperation] = []
        while try nextElement() {
            guard operations.count < most else {
                leaveTheRest()
                return nil
            }
            pathBegins(as: "\(list)[\(operations.count)]")
            // Copying the reader copies a position, not the document.
            let here = self
            do {
                operations.append(.operation(try SyncOperation(from: &self, device: device, account: account)))
            } catch {
                self = here
                guard error.code.concernsTheContract, let opId = try passOperation() else { throw error }
                operations.append(.refused(opId: opId, Rejection(.invalidOperation, error.description)))
            }
        }
        pathEnds()
        return operations
    }

    /// Passes over an operation and answers its `opId` if it has one that can be read.
    private mutating func passOperation() throws(WireError) -> Identifier? {
        guard try peek() == .object else { return nil }
        try beginObject()
        var opId: Identifier?
        while let name = try nextName() {
            if name == "opId", try peek() == .string {
                opId = Identifier(try readString())
            } else {
                try skipValue()
            }
        }
        return opId
    }
}
