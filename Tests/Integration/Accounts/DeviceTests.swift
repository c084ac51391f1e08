import Testing

@Suite(.closing) struct DeviceTests {
    @Test func devicesAreListedRenamedAndRevoked() async throws {
        let api = try await API.serving(nil, ["DAYBOOK_DEVICES_PER_ACCOUNT": "3"])
        let (_, device, token) = try await api.newAccount(#"{"deviceName":"Phone"}"#)
        func add(_ name: String) async throws -> API.Answer {
            try await api.ask("POST", "/v1/tokens", token: token, #"{"label":"\#(name)","scope":"full"}"#)
        }
        let tablet = try await add("Tablet")
        let watch = try await add("Watch")
        let full = try await add("Television")
        #expect(full.statusAndCode == "409 too_many_devices")
        #expect(full.json["limit"].number == 3)
        let list = try await api.ask("GET", "/v1/devices", token: token).json["devices"].list
        #expect(list.map { $0["name"].text } == ["Phone", "Tablet", "Watch"])
        #expect(list.map { $0["current"].flag } == [true, false, false])
        #expect(list[0]["behind"].number == 0)
        #expect(list[0]["lastSyncAt"].isNull)

        let renamed = try await api.ask("PATCH", "/v1/devices/\(device)", token: token, #"{"name":"Anna's phone"}"#)
        #expect(renamed.status == 200)
        #expect(renamed.json["name"].text == "Anna's phone")
        #expect(try await api.ask("PATCH", "/v1/devices/\(device)", token: token, "{}").code == "invalid_fields")
        let other = try await api.newAccount()
        #expect(try await api.ask("PATCH", "/v1/devices/\(other.device)", token: token, #"{"name":"x"}"#).status == 404)
        #expect(try await api.ask("DELETE", "/v1/devices/\(other.device)", token: token).status == 404)
        #expect(try await api.ask("GET", "/v1/account", token: other.token).status == 200)

        let gone = try #require(tablet.json["device"]["id"].text)
        let tabletToken = try #require(tablet.json["token"].text)
        #expect(try await api.ask("GET", "/v1/account", token: tabletToken).status == 200)
        #expect(try await api.ask("DELETE", "/v1/devices/\(gone)", token: token).status == 204)
        #expect(try await api.ask("GET", "/v1/account", token: tabletToken).status == 401)
        #expect(try await api.ask("DELETE", "/v1/devices/\(gone)", token: token).status == 404)
        #expect(try await add("Television").status == 201, "there is room again")

        let watchToken = try #require(watch.json["token"].text)
        let others = try await api.ask("DELETE", "/v1/devices/others", token: token)
        #expect(others.json["revoked"].number == 2)
        #expect(try await api.ask("GET", "/v1/account", token: watchToken).status == 401)
        #expect(try await api.ask("GET", "/v1/account", token: token).status == 200)
        // A device signs out by revoking itself.
        #expect(try await api.ask("DELETE", "/v1/devices/\(device)", token: token).status == 204)
        #expect(try await api.ask("GET", "/v1/account", token: token).status == 401)
    }
}
