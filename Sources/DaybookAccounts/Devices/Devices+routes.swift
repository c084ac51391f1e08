import DaybookCore
import DaybookHost
import HTTP

/// `GET /v1/devices`, `PATCH /v1/devices/:device`, `DELETE /v1/devices/:device` and `DELETE /v1/devices/others`.
extension Devices {
    func addRoutes(to guarded: inout GuardedRoutes) {
        guarded.get("/v1/devices", needs: .own) { [self] _, principal in
            let all = try await list(of: principal.account)
            return .document { json in
                json.beginObject()
                json.name("devices")
                json.array(all) { json, device in
                    json.overview(device, isCurrent: device.device.id == principal.device)
                }
                json.endObject()
            }
        }
        guarded.patch("/v1/devices/:device", needs: .own) { [self] request, principal in
            let device = try request.identifier("device")
            let name = try await request.document { reader throws(WireError) in try reader.readDeviceChange() }
            guard let overview = try await rename(device, of: principal.account, to: name) else {
                throw Problem(.notFound)
            }
            return .document { $0.overview(overview, isCurrent: device == principal.device) }
        }
        // 204 where it is let in no longer; also one's own, which is how a device signs out.
        guarded.delete("/v1/devices/:device", needs: .own) { [self] request, principal in
            guard try await revoke(request.identifier("device"), of: principal.account) else {
                throw Problem(.notFound)
            }
            return Response(.noContent)
        }
        guarded.delete("/v1/devices/others", needs: .own) { [self] _, principal in
            let revoked = try await revokeOthers(than: principal.device, of: principal.account)
            return .document { json in
                json.beginObject()
                json.member("revoked", revoked.count)
                json.endObject()
            }
        }
    }
}

private enum Member: Int, CaseIterable {
    case name
    static let names = JSONNames<Member>("name")
}

extension JSONReader {
    /// The body of a change: `{"name": ...}`.
    fileprivate mutating func readDeviceChange() throws(WireError) -> DeviceName {
        let start = offset
        try beginObject()
        var members = JSONMembers()
        var name: DeviceName?
        while true {
            switch try nextMember(of: Member.names, &members) {
            case .field(.name): name = try readDeviceName()
            case .unknown: try passUnknown()
            case .end:
                guard let name else { throw missing("name", ofObjectAt: start) }
                return name
            }
        }
    }
}
