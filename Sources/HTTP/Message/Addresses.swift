import Addresses

// What requests come from is part of this engine's face, so who imports it needs no other name for it.
public typealias IPAddress = Addresses.IPAddress
public typealias SocketAddress = Addresses.SocketAddress
public typealias Network = Addresses.Network
