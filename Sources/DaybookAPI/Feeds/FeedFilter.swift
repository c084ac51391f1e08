import DaybookCore
import HTTP
import Postgres

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
        moment = Moment(now, in: LocalDay(of: settings))
        do throws(FilterError) {
            filter = try TaskFilter(saved: text, at: moment, settings, lists: lists)
        } catch {
            throw Problem(.filterBroken, error)
        }
        followsClock = filter.followsClock(
            at: moment, lists: lists, language: settings.captureLanguage ?? .english)
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
