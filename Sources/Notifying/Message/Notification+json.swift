extension Notification {
    /// What it is known by to those that show it.
    var key: String { tag.isEmpty ? id : tag }

    /// JSON for the program that shows it. Longer texts are cut so that it fits.
    func pushText(within most: Int) -> [UInt8] {
        fit(within: most) { title, body in pushJSON(title: title, body: body) }.bytes
    }

    /// What `make` makes of the title and the body, which are cut until it fits.
    func fit(within most: Int, _ make: (_ title: String, _ body: String) -> JSON) -> JSON {
        var longest = (title: 1_000, body: 2_000)
        while true {
            let json = make(title.cut(toBytes: longest.title), body.cut(toBytes: longest.body))
            // With texts this short it is the addresses that are too long, and nobody can cut those.
            if longest.title < 50 || json.bytes.count <= most { return json }
            longest = (longest.title / 2, longest.body / 2)
        }
    }

    private func pushJSON(title: String, body: String) -> JSON {
        if isWithdrawal { return .object([("id", .text(id)), ("tag", .text(tag)), ("withdrawn", .yes)]) }
        var members: [(String, JSON)] = [("id", .text(id)), ("tag", .text(tag)), ("title", .text(title))]
        if !body.isEmpty { members.append(("body", .text(body))) }
        if isUrgent { members.append(("urgent", .yes)) }
        return .object(members + ways)
    }

    /// Where a tap and the buttons lead.
    var ways: [(String, JSON)] {
        var members: [(String, JSON)] = []
        if let link { members.append(("link", .text(link))) }
        if !actions.isEmpty {
            let list = actions.map { JSON.object([("title", .text($0.title)), ("url", .text($0.address))]) }
            members.append(("actions", .list(list)))
        }
        return members
    }
}
