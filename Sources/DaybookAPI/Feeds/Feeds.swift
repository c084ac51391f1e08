import DaybookAccounts
import DaybookCore
import DaybookHost
import HTTP
import Postgres

/// The calendar feeds of accounts: made and revoked by their owners, read by whoever has the address.
struct Feeds: Sendable {
    let database: Database
    let address: ServerAddress
    let known: KnownSettings

    /// How many an account may have.
    static let most = 20

    var routes: [GuardedRoute] {
        [
            .get("/v1/feeds", needs: .own, list), .post("/v1/feeds", needs: .own, create),
            .delete("/v1/feeds/:feed", needs: .own, revoke),
            .get("/feeds/:address", ReadFeed(database: database, known: known).answer),
        ]
    }

    /// `GET /v1/feeds`: 200 with the account's feeds, the oldest first, without their addresses.
    @Sendable private func list(_: Request, _ principal: Principal) async throws -> Response {
        let rows = try await database.read(
            of: principal.account,
            """
            SELECT \(CalendarFeed.columns) FROM calendar_feed WHERE account_id = \(principal.account)
            ORDER BY created_at, feed_id
            """)
        let feeds = try rows.map { try CalendarFeed($0) }
        return .object { $0.member("feeds", feeds) }
    }

    /// `POST /v1/feeds` with a label and, if wanted, a list: makes a feed.
    ///
    /// 201 with the feed and its address, which is told only here. 409 `too_many_feeds`, 422 for a list that is not
    /// there.
    @Sendable private func create(_ request: Request, _ principal: Principal) async throws -> Response {
        let account = principal.account
        let wish = try await request.document { reader throws(WireError) in try NewFeed(&reader) }
        let base = try address.of(request)
        let feed = CalendarFeed(id: .random(), label: wish.label.text, list: wish.list, createdAt: .now())
        let secret = TokenText(account: account, token: feed.id)
        try await database.transaction(of: account) { transaction in
            // One after the other, or two requests at once would both find room for one.
            let found = try await transaction.run(
                """
                SELECT (SELECT count(*) FROM calendar_feed WHERE account_id = \(account)), \(feed.list as Identifier?) IS NULL OR EXISTS (
                    SELECT 1 FROM list WHERE account_id = \(account) AND list_id = \(feed.list as Identifier?) AND deleted_at IS NULL)
                FROM account_clock WHERE account_id = \(account) FOR UPDATE
                """)
            // The clock's lock comes first, as everywhere.
            try await principal.demandStanding(in: transaction)
            let (count, isThere) = try found.first?.decode((Int, Bool).self) ?? (0, false)
            guard isThere else { throw Problem(invalid: "listId", .unknownValue, "There is no list with this id.") }
            guard count < Self.most else { throw Problem(.tooManyFeeds) }
            try await transaction.commit(after: [
                """
                INSERT INTO calendar_feed (account_id, feed_id, label, list_id, secret_hash, created_at)
                VALUES (\(account), \(feed.id), \(feed.label), \(feed.list as Identifier?), \(secret.secretHash), \(feed.createdAt))
                """
            ])
        }
        return .secret(.created) { json in
            feed.writeMembers(to: &json)
            json.member("address", base + CalendarFeed.path(secret))
        }
    }

    /// `DELETE /v1/feeds/{feed}`: 204 once its address leads nowhere, 404 for no such feed.
    @Sendable private func revoke(_ request: Request, _ principal: Principal) async throws -> Response {
        let id = try request.identifier("feed")
        let rows = try await database.write(
            of: principal.account,
            """
            DELETE FROM calendar_feed WHERE account_id = \(principal.account) AND feed_id = \(id) RETURNING feed_id
            """)
        guard !rows.isEmpty else { throw Problem(.notFound) }
        return Response(.noContent)
    }
}

extension ProblemType {
    static let tooManyFeeds = ProblemType(
        "too_many_feeds", .conflict, "The account has as many calendar feeds as it may; revoke one first")

    static let ofFeeds: [ProblemType] = [.tooManyFeeds]
}
