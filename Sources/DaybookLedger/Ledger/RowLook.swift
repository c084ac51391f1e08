import DaybookCore
import Postgres

/// Rows of one account that are to be looked for, none of which has been before.
struct RowLook {
    /// Whose clock is asked for.
    var device: Identifier?
    var operations: [Identifier] = []
    var settings = false
    var tasks: [Identifier] = []
    /// Tasks of which more than their notes was left where it is (`TaskItem.outline`).
    var words: [Identifier] = []
    /// Where these tasks hold too much they are not read, and refused.
    var isWeighed = false
    var lists: [Identifier] = []
    var tasksOfLists: Set<Identifier> = []
    var touched: [Identifier] = []
    var chains: [Identifier] = []
    var parts: [Identifier] = []
    var places: [RegionDay] = []
    var neighbours: [Identifier] = []
    var lines: [Identifier] = []
    var waiting: [RowKey] = []
    /// Which of these tasks were erased for good.
    var erased: [Identifier] = []
    var dayTurn: CalendarDate?
    var projected = ProjectionLook()
    /// The asker's own.
    var question: Query?

    var isEmpty: Bool {
        device == nil && operations.isEmpty && !settings && tasks.isEmpty && words.isEmpty && lists.isEmpty
            && tasksOfLists.isEmpty && touched.isEmpty && chains.isEmpty && parts.isEmpty && places.isEmpty
            && neighbours.isEmpty && lines.isEmpty && waiting.isEmpty && erased.isEmpty
            && dayTurn == nil && projected.isEmpty && question == nil
    }

    /// Others may wait for it: histories, the tasks of a list, those of a day and whatever a decision asks may be many.
    var isShort: Bool {
        tasksOfLists.isEmpty && parts.isEmpty && lines.isEmpty && dayTurn == nil && question == nil
            && tasks.count + words.count + touched.count + lists.count + projected.rows <= LedgerRequest.mostRows
    }
}

/// What of an account has been looked for already.
struct LoadedRows {
    var tasks: Set<Identifier> = []
    /// Of the tasks those that are here in outline (`TaskItem.outline`).
    var outlines: Set<Identifier> = []
    var lists: Set<Identifier> = []
    private var tasksOfLists: Set<Identifier> = []
    private var chains: Set<Identifier> = []
    private var parts: Set<Identifier> = []
    private var places: Set<RegionDay> = []
    private var neighbours: Set<Identifier> = []
    private var operations: Set<Identifier> = []
    private var lines: Set<Identifier> = []
    private var waiting: Set<RowKey> = []
    private var dayTurn: CalendarDate?
    private var settings = false

    /// What of this has not been looked for, and has been from now on.
    mutating func look(for needs: SliceNeeds, outcomesOf opIds: [Identifier] = []) -> RowLook {
        var look = RowLook()
        look.operations = opIds.filter { operations.insert($0).inserted }
        look.settings = needs.settings && !settings
        settings = settings || needs.settings
        look.tasks = needs.tasks.filter { tasks.insert($0).inserted }.map(\.self)
        look.words = needs.tasks.filter { outlines.remove($0) != nil }.map(\.self)
        look.lists = needs.lists.union(needs.tasksOfLists).filter { lists.insert($0).inserted }.map(\.self)
        look.tasksOfLists = needs.tasksOfLists.filter { tasksOfLists.insert($0).inserted }
        look.touched = needs.touched.filter { tasks.insert($0).inserted }.map(\.self)
        look.chains = needs.chains.filter { chains.insert($0).inserted }.map(\.self)
        look.parts = needs.parts.filter { parts.insert($0).inserted }.map(\.self)
        look.places = needs.places.filter { places.insert($0).inserted }.map(\.self)
        look.neighbours = needs.neighbours.filter { neighbours.insert($0).inserted }.map(\.self)
        look.lines = needs.lines.filter { lines.insert($0).inserted }.map(\.self)
        look.waiting = needs.waiting.filter { waiting.insert($0).inserted }.map(\.self)
        if let date = needs.dayTurn, dayTurn != date {
            dayTurn = date
            look.dayTurn = date
        }
        return look
    }

    /// These are looked for again, and then whole.
    mutating func forget(_ tasks: Set<Identifier>) {
        self.tasks.subtract(tasks)
        outlines.subtract(tasks)
    }
}
