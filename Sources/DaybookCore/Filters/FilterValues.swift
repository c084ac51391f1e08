/// Reads what stands behind a field and its sign.
struct FilterValues {
    let moment: Moment
    /// Those that may be named, with names in small letters unless this is a page; nil where any name will do.
    let lists: [TaskList]?
    let language: Language

    /// How a field is compared.
    enum Comparison: String {
        case equal = ":"
        case differs = "!="
        case less = "<"
        case atMost = "<="
        case greater = ">"
        case atLeast = ">="
    }

    /// A value, and where it stands.
    struct Word {
        let text: String
        let offset: Int

        var small: String { text.lowercased() }

        func refused(_ expected: String) -> FilterError { FilterError(.invalidValue, at: offset, expected) }
    }

    func test(_ field: FilterField, _ comparison: Comparison, _ word: Word) throws(FilterError) -> FilterNode {
        guard field.isOrdered || comparison == .equal || comparison == .differs else {
            throw FilterError(.unexpected, at: word.offset, "':' or '!=' before the value of \(field.names[0])")
        }
        if comparison == .equal || comparison == .differs {
            switch word.small {
            case "none", "no": return .not(.test(.has(field)))
            case "any", "yes": return .test(.has(field))
            default: break
            }
        }
        switch field {
        case .state: return .test(.states(try states(word)))
        case .list: return word.small == "inbox" ? .not(.test(.has(.list))) : .test(.lists(try lists(word)))
        case .region: return .test(.regions([try value(named: word, among: Region.allCases, { $0.name })]))
        case .bucket: return .test(.buckets([try value(named: word, among: Bucket.allCases, { $0.name })]))
        case .category: return .test(.categories([word.small]))
        case .tag: return .test(.tags([word.small]))
        case .parent:
            guard let id = Identifier(word.text) else { throw word.refused("the id of a task, none or any") }
            return .test(.parent(id))
        case .date: return .test(.dates(try dates(comparison, word)))
        case .due, .reminder, .created, .updated, .completed:
            return .test(.instants(field, try instants(comparison, word)))
        case .priority, .carried: return .test(.numbers(field, try numbers(comparison, word)))
        case .repeats, .sticky: throw word.refused("yes or no")
        case .title, .notes, .text: return try words(field, word)
        }
    }

    /// Words to be found, as a search finds them.
    func words(_ field: FilterField, _ word: Word) throws(FilterError) -> FilterNode {
        let words = SearchQuery(word.text).words
        guard !words.isEmpty else { throw word.refused("words to be found") }
        return .test(.words(field, words))
    }

    /// A word that stands alone and means more than to be found.
    func flag(_ name: String) -> FilterNode? {
        let open: UInt8 = 1 << TaskState.notStarted.rawValue | 1 << TaskState.active.rawValue
        switch name {
        case "open", "todo": return .test(.states(open))
        case "done", "completed": return .test(.states(~open))
        case "active", "started": return .test(.states(1 << TaskState.active.rawValue))
        case "overdue": return .test(.overdue(moment.now))
        case "today": return .test(.dates(moment.today...moment.today))
        case "tomorrow": return .test(.dates(moment.tomorrow...moment.tomorrow))
        case "inbox": return .not(.test(.has(.list)))
        case "backlog": return .test(.regions([.backlog]))
        case "repeating", "recurring": return .test(.has(.repeats))
        default: return nil
        }
    }

    private func states(_ word: Word) throws(FilterError) -> UInt8 {
        if ["open", "done", "completed", "active"].contains(word.small),
            case .test(.states(let states)) = flag(word.small)
        {
            return states
        }
        let state = try value(named: word, among: TaskState.allCases, { $0.name }, besides: "open, ")
        return 1 << state.rawValue
    }

    private func value<Value>(
        named word: Word, among values: [Value], _ name: (Value) -> String, besides: String = ""
    ) throws(FilterError) -> Value {
        guard let value = values.first(where: { name($0).lowercased() == word.small }) else {
            throw word.refused(besides + values.map(name).joined(separator: ", "))
        }
        return value
    }

    private func lists(_ word: Word) throws(FilterError) -> Set<Identifier> {
        if let id = Identifier(word.text) { return [id] }
        guard let lists else { return [.zero] }
        #if hasFeature(Embedded)
        let named = lists.filter { !$0.isDeleted && $0.name.lowercased() == word.small }
        #else
        let small = word.small
        let named = lists.filter { !$0.isDeleted && $0.name == small }
        #endif
        guard !named.isEmpty else {
            throw FilterError(.unknownList, at: word.offset, "the name or id of a list, or inbox")
        }
        return Set(named.map { $0.id })
    }

    private func numbers(_ comparison: Comparison, _ word: Word) throws(FilterError) -> ClosedRange<Int> {
        guard let number = Int(word.text), (0...1_000_000).contains(number) else { throw word.refused("a number") }
        let all = 0...1_000_000
        let range: ClosedRange<Int>? =
            switch comparison {
            case .equal, .differs: number...number
            case .less: number > 0 ? 0...number - 1 : nil
            case .atMost: 0...number
            case .greater: number < all.upperBound ? number + 1...all.upperBound : nil
            case .atLeast: number...all.upperBound
            }
        guard let range else { throw word.refused("a number that others are less than") }
        return range
    }
}
