import DaybookCore
import DaybookHost
import HTTP

extension Devices {
    var routes: [GuardedRoute] {
        [
            .get("/v1/devices", needs: .own, readDevices),
            .patch("/v1/devices/:device", needs: .own, renameDevice),
            .delete("/v1/devices/:device", needs: .own, revokeDevice),
            .delete("/v1/devices/others", needs: .own, revokeOtherDevices),
            .post("/v1/devices/:device/deletion-consent", needs: .own, allowDeletion),
        ]
    }

    /// `GET /v1/devices`: 200 with the devices that have access, the oldest first.
    private func readDevices(_: Request, _ principal: Principal) async throws -> Response {
        let all = try await list(of: principal.account)
        return .object { json in
            json.objects("devices", all) { $0.overviewMembers($1, isCurrent: $1.device.id == principal.device) }
        }
    }

    /// `PATCH /v1/devices/{device}` with `{"name": ...}`: 200 with the device, 404 for no such device, 422.
    private func renameDevice(_ request: Request, _ principal: Principal) async throws -> Response {
        let id = try request.identifier("device")
        let name = try await request.document { reader throws(WireError) in
            try reader.readOnly("name") { reader throws(WireError) in try reader.readDeviceName() }
        }
        let overview = try await Problem.require(rename(id, of: principal.account, to: name), else: .notFound)
        return .object { $0.overviewMembers(overview, isCurrent: id == principal.device) }
    }

    /// `DELETE /v1/devices/{device}`: 204 once the device is revoked. A device may name itself, which is how it signs
    /// out. 404 for no such device.
    private func revokeDevice(_ request: Request, _ principal: Principal) async throws -> Response {
        let device = try request.identifier("device")
        try await Problem.require(revoke(device, of: principal.account, for: principal), else: .notFound)
        return Response(.noContent)
    }

    /// `POST /v1/devices/{device}/deletion-consent`: 200 with `allowedUntil`, an hour from now, up to when the device
    /// may delete over CalDAV as much as it likes. 404 for no such device.
    private func allowDeletion(_ request: Request, _ principal: Principal) async throws -> Response {
        let until = try await Problem.require(
            allowDeletion(by: request.identifier("device"), of: principal.account), else: .notFound)
        return .object { $0.member("allowedUntil", until) }
    }

    /// `DELETE /v1/devices/others`: 200 with how many devices were revoked, all but the one that asks, and how many
    /// calendar feeds ended.
    private func revokeOtherDevices(_: Request, _ principal: Principal) async throws -> Response {
        let ended = try await revokeOthers(for: principal)
        return .object { json in
            json.member("revoked", ended.devices.count)
            json.member("feeds", ended.feeds)
        }
    }
}
