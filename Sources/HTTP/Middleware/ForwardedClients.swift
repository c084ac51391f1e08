/// Sets the client's address as trusted proxies name it.
public func forwardedClients(_ proxies: TrustedProxies) -> Filter {
    Filter(arrive: { request in
        guard let client = proxies.client(of: request) else { return nil }
        request.client = client.address
        if let isSecure = client.isSecure { request.isSecure = isSecure }
        return nil
    })
}
