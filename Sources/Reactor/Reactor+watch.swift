import CLinux
import Glibc

/// The events that a descriptor is watched for. The kernel reports errors and hang-ups without being asked.
public struct Interest: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let readable = Interest(rawValue: EPOLLIN.rawValue)
    public static let writable = Interest(rawValue: EPOLLOUT.rawValue)
    /// The peer has closed its sending side (a client that left while its answer is being made).
    public static let peerClosed = Interest(rawValue: EPOLLRDHUP.rawValue)
}

/// What a descriptor is ready for.
public struct Readiness: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let readable = Readiness(rawValue: EPOLLIN.rawValue)
    public static let writable = Readiness(rawValue: EPOLLOUT.rawValue)
    public static let peerClosed = Readiness(rawValue: EPOLLRDHUP.rawValue)
    public static let hangUp = Readiness(rawValue: EPOLLHUP.rawValue)
    public static let error = Readiness(rawValue: EPOLLERR.rawValue)
}

public protocol ReadinessHandler: AnyObject {
    func ready(_ readiness: Readiness)
}

public typealias WatchToken = SlotToken

struct Watch {
    let descriptor: Int32
    var interest: Interest
    let handler: any ReadinessHandler
}

extension Reactor {
    /// Calls the handler whenever the descriptor is ready (level-triggered). The handler is kept until ``unwatch(_:)``,
    /// which must come before the descriptor is closed.
    public func watch(
        _ descriptor: Int32, for interest: Interest, handler: any ReadinessHandler
    ) throws(SystemError) -> WatchToken {
        assertCurrent()
        let token = watches.insert(Watch(descriptor: descriptor, interest: interest, handler: handler))
        var event = epoll_event(events: interest.rawValue, data: epoll_data_t(u64: token.raw))
        guard epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0 else {
            let error = SystemError("epoll_ctl")
            watches.remove(token)
            throw error
        }
        return token
    }

    /// Changes what the descriptor is watched for; an empty interest leaves only errors and hang-ups.
    public func change(_ token: WatchToken, to interest: Interest) {
        assertCurrent()
        guard var watch = watches[token], watch.interest != interest else { return }
        watch.interest = interest
        watches[token] = watch
        var event = epoll_event(events: interest.rawValue, data: epoll_data_t(u64: token.raw))
        epoll_ctl(epoll, EPOLL_CTL_MOD, watch.descriptor, &event)
    }

    /// Forgets the descriptor. It is not an error if the token was forgotten already.
    public func unwatch(_ token: WatchToken) {
        assertCurrent()
        guard let watch = watches.remove(token) else { return }
        epoll_ctl(epoll, EPOLL_CTL_DEL, watch.descriptor, nil)
    }
}
