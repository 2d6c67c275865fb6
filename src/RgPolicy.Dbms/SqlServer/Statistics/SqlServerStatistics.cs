using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Doctor;
using RgPolicy.Dbms.SqlServer.Fetch;
using RgPolicy.Dbms.SqlServer.Poll;
using RgPolicy.Dbms.SqlServer.Sql;
using RgPolicy.Dbms.Statistics;
using RgPolicy.Engine.Workloads;

namespace RgPolicy.Dbms.SqlServer.Statistics;

/// <summary>What the Query Stores of a SQL Server's databases have counted of their queries, with their
/// plans.</summary>
internal sealed class SqlServerStatistics : IAsyncDisposable
{
    private const int MostPlans = 300;
    private const string Source = "Query Store";

    private static readonly ImmutableArray<string> NeverTold = ["Query Store tells neither logins nor applications."];

    private static readonly PlanFacts NotAsked = PlanFacts.Absent(CountedTally.NotAsked);
    private static readonly PlanFacts Gone = PlanFacts.Absent("the Query Store has no plan of it any more");

    private static readonly PlanFacts Unreadable = PlanFacts.Absent("its plan could not be read from the Query Store");

    private readonly SqlServerConnectionOptions _connection;
    private readonly PlanReaderOptions _options;
    private readonly OwnLink _link;
    private readonly PollLink<PollSession> _poll;
    private readonly CountedTally _tally = new();
    private readonly List<string> _unread = [];

    private SqlServerStatistics(SqlServerConnectionOptions connection, PlanReaderOptions options)
    {
        var own = new ConcurrentDictionary<int, byte>();
        (_connection, _options) = (connection, options);
        _link = new OwnLink(connection, LinkSettings.Statistics, own);
        _poll = PollSession.LinkTo(connection, own);
    }

    /// <summary>Reads the statistics. At most 300 plans are read, of what took longest.</summary>
    /// <exception cref="ObserveException">It cannot be read; the message says what to do.</exception>
    public static async Task<CountedWork> ReadAsync(
        SqlServerConnectionOptions connection,
        PlanReaderOptions options,
        Action<int, int> progress,
        CancellationToken cancellationToken
    )
    {
        try
        {
            await using var statistics = new SqlServerStatistics(connection, options);
            return await statistics.ReadAsync(progress, cancellationToken);
        }
        catch (ConfigureException failure)
        {
            throw SqlServerError.Observing(failure);
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _link.DisposeAsync();
        await _poll.DisposeAsync();
    }

    private async Task<CountedWork> ReadAsync(Action<int, int> progress, CancellationToken cancellationToken)
    {
        var look = await ServerInspection.TakeAsync(await _poll.GetAsync(cancellationToken), cancellationToken);
        var link = await _link.OpenAsync(cancellationToken);
        var stores = await QueryStores.ReadAsync(link, cancellationToken);
        _unread.AddRange(WhyUnread(stores, look.Facts.VersionParts));
        var (found, counted) = await ReadStoresAsync(link, stores, cancellationToken);
        await TakeAsync(link, found, progress, cancellationToken);
        var work = _tally.Conclude(counted);
        return work.Groups.IsEmpty
            ? throw Refused(WhyNothing(stores))
            : new CountedWork(look.Facts, Source, work, [.. NeverTold, .. _unread]);
    }

    // One that cannot be read does not hide the others.
    private async Task<(List<CountedQuery> Queries, TimeSpan Counted)> ReadStoresAsync(
        SqlServerLink link,
        IReadOnlyList<QueryStoreState> stores,
        CancellationToken cancellationToken
    )
    {
        var (queries, counted) = (new List<CountedQuery>(), TimeSpan.Zero);
        foreach (var store in stores.Where(store => store.HasHistory))
        {
            try
            {
                var reader = new CountedQueryReader(link, store.Database);
                queries.AddRange(await reader.ReadAsync(cancellationToken));
                var span = await reader.ReadSpanAsync(cancellationToken);
                counted = span > counted ? span : counted;
            }
            catch (ConfigureException e) when (!e.IsLost)
            {
                _unread.Add($"The Query Store of {store.Database} could not be read ({e.Message}): try again.");
            }
        }

        return ([.. queries.OrderByDescending(each => each.Seconds)], counted);
    }

    private async Task TakeAsync(
        SqlServerLink link,
        List<CountedQuery> queries,
        Action<int, int> progress,
        CancellationToken cancellationToken
    )
    {
        for (var index = 0; index < queries.Count; index++)
        {
            progress(index + 1, queries.Count);
            _tally.Add(
                index < MostPlans
                    ? await LookAsync(link, queries[index], cancellationToken)
                    : GroupOf(queries[index], null, NotAsked)
            );
        }
    }

    // A plan that cannot be read now leaves the others theirs.
    private async Task<StatementGroup> LookAsync(
        SqlServerLink link,
        CountedQuery query,
        CancellationToken cancellationToken
    )
    {
        try
        {
            var reader = new CountedQueryReader(link, query.Database);
            query = await reader.WithTextAsync(query, cancellationToken);
            var document = await reader.ReadPlanAsync(query, cancellationToken);
            return GroupOf(query, document is null ? null : StatementIn(document), Gone);
        }
        catch (ConfigureException e) when (!e.IsLost)
        {
            return GroupOf(query, null, Unreadable);
        }
    }

    private PlanStatement? StatementIn(string document) =>
        PlanReader.Read(document, _options).Statements.FirstOrDefault(each => each.HasPlan);

    private static StatementGroup GroupOf(CountedQuery query, PlanStatement? statement, PlanFacts otherwise)
    {
        var kind = statement is { Kind: not StatementKind.Other } known
            ? known.Kind
            : StatementKindReader.FromText(query.Text ?? "", SqlDialect.TransactSql);
        var facts = new StatementFacts(kind, Fingerprint.Of(query.Hash), query.Text, query.IsCut);
        return new StatementGroup(
            new SessionFacts("", "", "", query.Database, false),
            statement?.Profile is { Tables: { IsDefaultOrEmpty: false } tables }
                ? facts with
                {
                    Tables = tables,
                }
                : facts,
            statement is null ? otherwise : PlanFacts.Known(statement.Profile, Source),
            query.Executions,
            query.Seconds,
            query.Longest,
            query.CpuSeconds,
            query.Hours
        )
        {
            ReadBytes = query.ReadBytes,
        };
    }

    private string WhyNothing(IReadOnlyList<QueryStoreState> stores) =>
        (stores.Count, _unread.Count) switch
        {
            (0, _) => "it has no database of users that can be seen; GRANT VIEW ANY DATABASE TO RgPolicy's login",
            (_, 0) => "its Query Stores have counted no query; come back when they have counted for a day",
            _ => "its Query Stores tell nothing. " + string.Join(" ", _unread),
        };

    private static IEnumerable<string> WhyUnread(IReadOnlyList<QueryStoreState> stores, ImmutableArray<long> version) =>
        stores
            .Where(store => !store.HasHistory)
            .Select(store =>
                !store.IsReachable
                    ? $"The Query Store of {store.Database} is {store.State}; where the right is missing, make a user for "
                        + $"RgPolicy's login in {store.Database} and GRANT {Rights.ToSeeStore(version)} to it."
                : store.State == "ERROR"
                    ? $"The Query Store of {store.Database} is in the state ERROR: EXEC "
                        + $"{SqlQuote.Name(store.Database)}.sys.sp_query_store_consistency_check, or clear it."
                : $"The Query Store of {store.Database} is {store.State}: ALTER DATABASE "
                    + $"{SqlQuote.Name(store.Database)} SET QUERY_STORE = ON."
            );

    private ObserveException Refused(string what) => new($"{_connection.Target}: {what}") { Lack = ServerLack.Lasting };
}
