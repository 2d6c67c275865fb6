using RgPolicy.Dbms.Caching;
using RgPolicy.Engine.Observe;

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
        {
            _known.Put(key, set);
        }
    }

    /// <summary>Forgets the accounts of what no longer runs.</summary>
    public void Follow(Observation seen)
    {
        if (_accounts.Count > 0)
        {
            var running = seen.Queries.Select(ExecutionKey.Of).ToHashSet();
            foreach (var ended in _accounts.Keys.Where(key => !running.Contains(key)).ToList())
            {
                _accounts.Remove(ended);
            }
        }
    }

    private MeasuredSet? KnownOf(ObservedQuery query) =>
        SampleKey.Of(query) is { } key && _known.TryGet(key, out var known) ? known : null;
}
