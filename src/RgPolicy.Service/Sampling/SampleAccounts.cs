using RgPolicy.Dbms.Caching;

namespace RgPolicy.Service.Sampling;

/// <summary>The accounts of what runs, and what was measured of fingerprints, each login's own.</summary>
internal sealed class SampleAccounts
{
    private const int MostFingerprints = 4096;
    private readonly Dictionary<ExecutionKey, SampleAccount> _accounts = [];
    private readonly LeastRecentlyUsed<SampleKey, MeasuredSet> _known = new(MostFingerprints);

    /// <summary>Whether anything is known of any query.</summary>
    public bool IsEmpty => _accounts.Count == 0 && _known.Count == 0;

    /// <summary>A query's account; a fingerprint of its login's that is known begins with what was measured of
    /// it.</summary>
    public SampleAccount Of(ObservedQuery query) =>
        _accounts.TryGetValue(ExecutionKey.Of(query), out var account) ? account : SampleAccount.New(KnownOf(query));

    /// <summary>Keeps a query's account, and what was measured for later executions.</summary>
    public void Keep(ObservedQuery query, SampleAccount account, MeasuredSet? found)
    {
        _accounts[ExecutionKey.Of(query)] = account;
        if (found is { } set && SampleKey.Of(query) is { } key)
            _known.Put(key, set);
    }

    /// <summary>Forgets the accounts of what no longer runs.</summary>
    public void Follow(Observation seen)
    {
        if (_accounts.Count > 0)
        {
            var running = seen.Queries.Select(ExecutionKey.Of).ToHashSet();
            foreach (var ended in _accounts.Keys.Where(key => !running.Contains(key)).ToList())
                _accounts.Remove(ended);
        }
    }

    private MeasuredSet? KnownOf(ObservedQuery query) =>
        SampleKey.Of(query) is { } key && _known.TryGet(key, out var known) ? known : null;
}

/// <summary>What samples are kept by for later executions: with other constants, or another search_path, what one
/// login's execution touches must not decide what becomes of another's.</summary>
internal readonly record struct SampleKey(string Login, string Database, string Fingerprint)
{
    /// <summary>That of a query; null while its statement is not known.</summary>
    public static SampleKey? Of(ObservedQuery query) =>
        query.Statement is { Fingerprint.Length: > 0 } statement
            ? new(query.Session.Login, query.Session.Database, statement.Fingerprint)
            : null;
}

/// <summary>What sampling one query has found and cost.</summary>
/// <param name="Set">What was found last, of it or of an earlier execution of its fingerprint; null for
/// nothing.</param>
/// <param name="Spent">What looking at it has cost.</param>
/// <param name="NextAge">How old it must be to be looked at again.</param>
internal sealed record SampleAccount(MeasuredSet? Set, TimeSpan Spent, TimeSpan NextAge)
{
    // Of the query's own time, at most.
    private const double Share = 0.01;

    // Until then a query may end before its sample, and its budget pays for nothing.
    private static readonly TimeSpan Youngest = TimeSpan.FromSeconds(1);

    /// <summary>Of a query that is seen for the first time.</summary>
    public static SampleAccount New(MeasuredSet? known) => new(known, TimeSpan.Zero, Youngest);

    /// <summary>What may be spent on it at an age; nothing while it is not its turn.</summary>
    public TimeSpan Budget(TimeSpan age) => age < NextAge ? TimeSpan.Zero : (age * Share) - Spent;

    /// <summary>After a sample at an age: the next one when it is twice as old.</summary>
    public SampleAccount After(TimeSpan age, TimeSpan cost, MeasuredSet? found) =>
        new(found ?? Set, Spent + cost, 2 * age);
}
