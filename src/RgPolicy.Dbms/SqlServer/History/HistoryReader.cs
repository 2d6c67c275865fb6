using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Doctor;

namespace RgPolicy.Dbms.SqlServer.History;

internal sealed record HistoryReading(
    IReadOnlyList<KeyValuePair<HistoryKey, HistoryFacts>> Found,
    IReadOnlyList<string> Notes
);

/// <summary>Reads histories: from the Query Store of a statement's database where it can be read and knows the
/// statement, else from the statistics beside cached plans.</summary>
internal sealed class HistoryReader(OwnLink link, QueryStoreCache cache, ImmutableArray<long> version)
{
    /// <exception cref="ConfigureException">The connection was lost, or the statistics cannot be read.</exception>
    public async Task<HistoryReading> ReadAsync(IReadOnlyList<HistoryKey> asked, CancellationToken cancellationToken)
    {
        var session = await link.OpenAsync(cancellationToken);
        var found = new List<KeyValuePair<HistoryKey, HistoryFacts>>();
        var notes = new List<string>();
        foreach (var ofDatabase in asked.GroupBy(key => key.Database, StringComparer.Ordinal))
        {
            var isReadable =
                cache.IsReadable(ofDatabase.Key) ?? await LookAsync(session, ofDatabase.Key, notes, cancellationToken);
            if (!isReadable || ofDatabase.Where(key => cache.WasFound(key) is null).ToList() is not { Count: > 0 } due)
                continue;
            found.AddRange(await ReadStoreAsync(session, ofDatabase.Key, due, notes, cancellationToken));
        }

        found.AddRange(await ReadStatisticsAsync(session, asked, cancellationToken));
        return new HistoryReading(found, notes);
    }

    public Task CloseAsync() => link.CloseAsync();

    private async Task<bool> LookAsync(
        SqlServerLink session,
        string database,
        List<string> notes,
        CancellationToken cancellationToken
    )
    {
        var state = await QueryStores.ReadAsync(session, database, cancellationToken);
        cache.SetReadable(database, state.HasHistory);
        if (!state.HasHistory)
            notes.Add(state.IsReachable ? Rights.StoreWithout(state) : Rights.UnseenStore(database, version));
        return state.HasHistory;
    }

    private async Task<List<KeyValuePair<HistoryKey, HistoryFacts>>> ReadStoreAsync(
        SqlServerLink session,
        string database,
        List<HistoryKey> due,
        List<string> notes,
        CancellationToken cancellationToken
    )
    {
        try
        {
            var found = await StoredHistory.ReadAsync(
                session,
                database,
                due.Select(key => key.QueryHash),
                cancellationToken
            );
            var known = found.Select(each => each.Key).ToHashSet();
            foreach (var key in due)
                cache.SetFound(key, known.Contains(key));
            return found;
        }
        catch (ConfigureException e) when (!e.IsLost)
        {
            cache.SetReadable(database, false);
            notes.Add(Rights.FailedStore(database, e.Message));
            return [];
        }
    }

    private async Task<IEnumerable<KeyValuePair<HistoryKey, HistoryFacts>>> ReadStatisticsAsync(
        SqlServerLink session,
        IReadOnlyList<HistoryKey> asked,
        CancellationToken cancellationToken
    )
    {
        var others = asked.Where(key => cache.IsReadable(key.Database) != true || cache.WasFound(key) != true).ToList();
        if (others.Count == 0)
            return [];
        var facts = (
            await SqlServerStatementHistory.ReadAsync(session, others.Select(key => key.QueryHash), cancellationToken)
        ).ToDictionary(each => each.QueryHash, each => each.Facts);
        return others
            .Where(key => facts.ContainsKey(key.QueryHash))
            .Select(key => new KeyValuePair<HistoryKey, HistoryFacts>(key, facts[key.QueryHash]));
    }
}

/// <summary>What a history is kept by. The database's name and not its number, which another server may give to another
/// one after a failover.</summary>
/// <remarks><c>Database</c>: the database's name; empty where it may not be seen.</remarks>
internal readonly record struct HistoryKey(string Database, long QueryHash);

/// <summary>Which databases' Query Stores can be read, and what was read from them when. For one thread
/// at a time.</summary>
internal sealed class QueryStoreCache(int capacity, TimeProvider time)
{
    /// <summary>Intervals of a Query Store are long: what was read stays true for a while.</summary>
    private static readonly TimeSpan ReadingLifetime = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan MissingLifetime = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan StateLifetime = TimeSpan.FromMinutes(10);

    private readonly Dictionary<string, (bool IsReadable, long LookedAt)> _states = new(StringComparer.Ordinal);
    private readonly LeastRecentlyUsed<HistoryKey, (bool IsFound, long ReadAt)> _readings = new(capacity);

    /// <summary>Whether a database's Query Store can be read; null when it has to be looked at.</summary>
    public bool? IsReadable(string database) =>
        database.Length == 0 ? false
        : _states.TryGetValue(database, out var state) && IsFresh(state.LookedAt, StateLifetime) ? state.IsReadable
        : null;

    public void SetReadable(string database, bool isReadable) => _states[database] = (isReadable, time.GetTimestamp());

    /// <summary>Whether a statement was read lately, and was there; null when it is due.</summary>
    public bool? WasFound(HistoryKey key) =>
        _readings.TryGet(key, out var reading)
        && IsFresh(reading.ReadAt, reading.IsFound ? ReadingLifetime : MissingLifetime)
            ? reading.IsFound
            : null;

    public void SetFound(HistoryKey key, bool isFound) => _readings.Put(key, (isFound, time.GetTimestamp()));

    private bool IsFresh(long timestamp, TimeSpan lifetime) => time.GetElapsedTime(timestamp) < lifetime;
}
