// A name and its value in one, for what is written seldom; rows and operations take prepared names.

extension JSONWriter {
    mutating func member(_ name: String, _ value: String) {
        self.name(name)
        string(value)
    }

    mutating func member(_ name: String, _ value: Int) {
        self.name(name)
        integer(value)
    }

    mutating func member(_ name: String, _ value: CalendarDate) {
        self.name(name)
        date(value)
    }

    mutating func member(_ name: String, _ values: [Int]) {
        self.name(name)
        array(values) { $0.integer($1) }
    }

    mutating func member(_ name: String, _ tasks: [TaskItem]) {
        self.name(name)
        self.tasks(tasks)
    }
}
