import DaybookCore
import HTTP
import Postgres
import Reactor

/// What a feed of a saved filter shows, at the moment of a request.
struct FeedFilter: Sendable {
    private let filter: TaskFilter
    private let followsClock: Bool
    private let moment: Moment

    /// Nil for a feed of everything or of a list that tasks lie in. 422 `filter_broken` where the filter names what is
    /// not there any more.
    init?(
        _ text: String?, of account: Identifier, _ database: Database, _ known: KnownSettings, at now: Instant
    ) async throws {
        guard let text else { return nil }
        let settings = try await known.read(account, database).settings
        let lists = try await FilteredTasks.lists(of: account, database).lists
        let moment = Moment(now, in: LocalDay(of: settings))
        self.moment = moment
        let read: (filter: TaskFilter, followsClock: Bool)
        do throws(FilterError) {
            read = try await aside(if: lists.areLongToName) { () throws(FilterError) in
                let filter = try TaskFilter(saved: text, at: moment, settings, lists: lists)
                let language = settings.captureLanguage ?? .english
                return (filter, filter.followsClock(at: moment, lists: lists, language: language))
            }
        } catch {
            throw Problem(.filterBroken, error)
        }
        filter = read.filter
        followsClock = read.followsClock
    }

    func finds(_ task: TaskItem) -> Bool { filter.matches(task) }

    /// Of what the filter finds until the day or, where it follows the time of day, the moment is over.
    func tag(of revision: Int64, in history: AccountHistory) -> EntityTag? {
        ViewTag(
            history.account, history.epoch, revision: revision, in: .english, on: moment.today,
            changesAt: followsClock ? moment.now : nil
        ).entityTag
    }
}
