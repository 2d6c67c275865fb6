using System.Collections.Immutable;
using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Doctor;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.SqlServer.History;

/// <summary>What one reading brought.</summary>
/// <param name="Found">The histories that were found.</param>
/// <param name="Notes">What to tell the user.</param>
internal sealed record HistoryReading(
    IReadOnlyList<KeyValuePair<HistoryKey, HistoryFacts>> Found,
    IReadOnlyList<string> Notes
);

/// <summary>
/// Reads histories: from the Query Store of a statement's database where it can be read and knows the
/// statement, else from the statistics beside cached plans.
/// </summary>
internal sealed class HistoryReader(OwnLink link, QueryStoreCache cache, ImmutableArray<long> version)
{
    /// <summary>Reads those that are due.</summary>
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

    /// <summary>Ends the session.</summary>
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
