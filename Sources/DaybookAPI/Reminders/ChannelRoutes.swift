import DaybookAccounts
import DaybookCore
import DaybookHost
import DaybookReminders
import HTTP

/// Where an account's devices want to be told: made by each device for itself, seen and changed by all of them.
struct ChannelRoutes: Sendable {
    let channels: Channels
    let log: DeliveryLog
    let reminders: Reminders
    let address: ServerAddress
    let push: PushAbilities
    let confirmations: ConfirmationLimit
    let tests: ChannelTestLimit

    var routes: [GuardedRoute] {
        [
            .get("/v1/channels", needs: .read, list), .post("/v1/channels", needs: .write, create),
            .patch("/v1/channels/:channel", needs: .write, change),
            .delete("/v1/channels/:channel", needs: .write, remove),
            .post("/v1/channels/:channel/test", needs: .write, test),
            .post("/v1/channels/:channel/replay", needs: .write, replay),
            .get("/v1/channels/:channel/deliveries", needs: .read, deliveries),
            .get("/v1/push") { _ in push.response },
        ]
    }

    /// `GET /v1/channels`: 200 with the account's channels, the oldest first.
    @Sendable private func list(_: Request, _ principal: Principal) async throws -> Response {
        let all = try await channels.list(of: principal.account)
        let cursors = try await channels.cursors(of: principal.account)
        return .object { $0.member("channels", all.map { document($0, cursors) }) }
    }

    private func document(_ channel: Channel, _ cursors: [Identifier: ChangeCursor]) -> ChannelDocument {
        ChannelDocument(channel: channel, address: channels.address(of: channel), cursor: cursors[channel.id])
    }

    /// `POST /v1/channels`: the device wants to be told at an address.
    ///
    /// 201 with the channel; 200 where the device has one with this address already, which is on again and takes the
    /// new wishes. A webhook's secret is told only here. 409 `too_many_channels`; 422 `invalid_fields` for an address
    /// that is none, or a kind that this server cannot send. For an email address 429 `too_many_confirmations` where it
    /// would be one mail too many, 421 `host_not_allowed` where the links in mails would lead who knows where, and 502
    /// `confirmation_not_sent` where the mail to confirm it does not get out.
    @Sendable private func create(_ request: Request, _ principal: Principal) async throws -> Response {
        let wish = try await request.document { reader throws(WireError) in try NewChannel(&reader) }
        guard push.kinds.contains(wish.kind) else {
            throw Problem(invalid: "kind", .unknownValue, "This server does not send over such a channel.")
        }
        var told: ChannelAddress
        do throws(ChannelAddress.Fault) {
            told = try ChannelAddress(wish.kind, wish.address)
        } catch {
            throw Problem(
                invalid: "address.\(error.member)", error.isMissing ? .required : .malformed,
                error.isMissing ? "This kind of channel needs it." : "This kind of channel takes no such value.")
        }
        // Without a name that leads here the device gets no links; and nobody could confirm an email address.
        told.server = wish.kind == .email ? try address.known(to: request) : try? address.of(request)
        try await drawConfirmation(told, request, principal)
        do {
            let (channel, isNew) = try await channels.open(
                ChannelWish(
                    address: told, name: wish.name.text, wants: wish.wants, language: wish.language ?? request.language),
                for: principal.device, of: principal.account)
            if isNew, wish.kind == .email { try await confirm(channel) }
            let cursors = try await channels.cursors(of: principal.account)
            return .secret(isNew ? .created : .ok) { writer in
                var document = document(channel, cursors)
                if isNew { document.secret = told.secrets().first }
                document.writeMembers(to: &writer)
            }
        } catch is Channels.TooMany {
            throw Problem(.tooManyChannels)
        } catch let error as Channels.OnlyForWebhooks {
            throw Problem(error)
        }
    }

    /// Before anything is made of it.
    private func drawConfirmation(
        _ address: ChannelAddress, _ request: Request, _ principal: Principal
    ) async throws {
        guard address.kind == .email,
            try await !channels.knows(address, for: principal.device, of: principal.account)
        else { return }
        try await confirmations.draw(to: address, for: principal.account, from: request.client.address.network)
    }

    /// A channel that nobody could confirm is not kept.
    private func confirm(_ channel: Channel) async throws {
        let asked = try await reminders.askToConfirm(channel)
        guard asked.state != .delivered else { return }
        _ = try await channels.remove(channel.id, of: channel.account)
        throw Problem(.confirmationNotSent, detail: asked.reason)
    }

    /// `PATCH /v1/channels/{id}` with the members to change; `"newSecret": true` gives a webhook a new secret beside
    /// the former one.
    @Sendable private func change(_ request: Request, _ principal: Principal) async throws -> Response {
        let id = try request.identifier("channel")
        let wish = try await request.document { reader throws(WireError) in try ChangedChannel(&reader) }
        let changed: Channel?
        do {
            changed = try await channels.change(id, of: principal.account, to: wish.change)
        } catch let error as Channels.OnlyForWebhooks {
            throw Problem(error)
        }
        guard let channel = changed else { throw Problem(.notFound) }
        let cursors = try await channels.cursors(of: principal.account)
        return .secret { writer in
            var document = document(channel, cursors)
            if wish.change.newSecret { document.secret = document.address?.secrets().first }
            document.writeMembers(to: &writer)
        }
    }

    /// `DELETE /v1/channels/{id}`: 204 once nothing goes there any more.
    @Sendable private func remove(_ request: Request, _ principal: Principal) async throws -> Response {
        try await Problem.require(
            channels.remove(request.identifier("channel"), of: principal.account), else: .notFound)
        return Response(.noContent)
    }

    /// `POST /v1/channels/{id}/test`: sends a message now, and says what became of it. 409 `channel_unconfirmed` for an
    /// email address whose owner has not said yet that it may be written to, 409 `channel_ended` where it never will be
    /// again; 429 `rate_limited` for more than thirty an hour of one account.
    @Sendable private func test(_ request: Request, _ principal: Principal) async throws -> Response {
        let channel = try await Problem.require(
            channels.find(request.identifier("channel"), of: principal.account), else: .notFound)
        guard !channel.isUnconfirmed else { throw Problem(.channelUnconfirmed) }
        guard !channel.hasLastingEnd else { throw Problem(.channelEnded) }
        try await tests.draw(for: principal.account)
        let delivery = try await reminders.test(channel)
        return .document { DeliveryDocument(delivery: delivery).write(to: &$0) }
    }

    /// `POST /v1/channels/{id}/replay` with `{"since":REVISION or INSTANT}`: changes after the revision, or since the
    /// instant, are told again over a webhook; those in between are left out where it had not come so far.
    ///
    /// 200 with the channel. 409 `changes_not_wanted`, 409 `history_too_short`, 422 for a revision that has not been.
    @Sendable private func replay(_ request: Request, _ principal: Principal) async throws -> Response {
        let id = try request.identifier("channel")
        let wish = try await request.document { reader throws(WireError) in try Replay(&reader) }
        let start: ReplayStart =
            switch try RestorationTarget(wish.since, field: "since") {
            case .revision(let revision): .revision(revision)
            case .instant(let instant): .instant(instant)
            }
        switch try await channels.replay(id, of: principal.account, since: start) {
        case .begun: break
        case .noSuchChannel: throw Problem(.notFound)
        case .unwanted: throw Problem(.changesNotWanted)
        case .tooLongAgo: throw Problem(.historyTooShort)
        case .beyond(let head):
            throw Problem(invalid: "since", .outOfRange, "since must be a revision from 0 to \(head).")
        }
        guard let channel = try await channels.find(id, of: principal.account) else { throw Problem(.notFound) }
        let cursors = try await channels.cursors(of: principal.account)
        return .document { document(channel, cursors).write(to: &$0) }
    }

    /// `GET /v1/channels/{id}/deliveries`: what was told over it, the newest first.
    @Sendable private func deliveries(_ request: Request, _ principal: Principal) async throws -> Response {
        try request.requireQuery(among: ["limit", "cursor"])
        let limit = try request.pageLimit(most: 500, usual: 100)
        let before = try request.query("cursor") { Instant(cursor: $0) }
        let id = try request.identifier("channel")
        guard try await channels.find(id, of: principal.account) != nil else { throw Problem(.notFound) }
        let page = try await log.read(of: principal.account, id, before: before, limit: limit)
        return .object { writer in
            writer.member("deliveries", page.deliveries.map { DeliveryDocument(delivery: $0) })
            writer.member("nextCursor", page.next.map { "\($0.milliseconds)" })
        }
    }
}

/// What this server can send, and what browsers have to know of it.
struct PushAbilities: Sendable {
    let vapidPublicKey: String?
    let kinds: [ChannelKind]

    /// `GET /v1/push`
    var response: Response {
        .object { writer in
            writer.member("vapidPublicKey", vapidPublicKey)
            writer.member("kinds", kinds.map(\.rawValue))
        }
    }
}

extension Problem {
    fileprivate init(_ error: Channels.OnlyForWebhooks) {
        self.init(invalid: [
            FieldError(
                field: error.isSecret ? "newSecret" : "wants", code: .unknownValue,
                sentence: error.isSecret ? "Only a webhook has a secret." : "Only a webhook is told of changes.")
        ])
    }
}

extension ProblemType {
    static let tooManyChannels = ProblemType(
        "too_many_channels", .conflict, "The account has as many channels as it may; remove one first")

    static let channelUnconfirmed = ProblemType(
        "channel_unconfirmed", .conflict, "The address has to be confirmed first, by the link in the mail sent to it")
    static let channelEnded = ProblemType(
        "channel_ended", .conflict, "Nothing goes over this channel any more; remove it and make it again")
    static let confirmationNotSent = ProblemType(
        "confirmation_not_sent", .badGateway, "The mail that asks to confirm the address could not be sent")
    static let changesNotWanted = ProblemType(
        "changes_not_wanted", .conflict, "This channel is not told of changes")

    static let ofReminders: [ProblemType] = [
        .tooManyChannels, .channelUnconfirmed, .channelEnded, .tooManyConfirmations, .confirmationNotSent,
        .changesNotWanted, .linkOver,
    ]
}
