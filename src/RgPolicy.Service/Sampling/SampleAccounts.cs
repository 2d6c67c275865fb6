using System.Runtime.InteropServices;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Service.Sampling;

/// <summary>The accounts of what runs, and what fingerprints had measured.</summary>
internal sealed class SampleAccounts
{
    private const int MostFingerprints = 4096;
    private readonly Dictionary<(int ProcessId, DateTimeOffset Started), SampleAccount> _accounts = [];
    private readonly Dictionary<string, MeasuredSet> _known = new(StringComparer.Ordinal);

    /// <summary>Whether anything is known of any query.</summary>
    public bool IsEmpty => _accounts.Count == 0 && _known.Count == 0;

    /// <summary>A query's account; a fingerprint that is known begins with what was measured of it.</summary>
    public SampleAccount Of(ObservedQuery query) =>
        _accounts.TryGetValue(KeyOf(query), out var account) ? account : SampleAccount.New(KnownOf(query));

    /// <summary>Keeps a query's account, and what was measured for later executions.</summary>
    public void Keep(ObservedQuery query, SampleAccount account, MeasuredSet? found)
    {
        _accounts[KeyOf(query)] = account;
        if (found is { } set && query.Statement is { Fingerprint.Length: > 0 } statement)
        {
            if (_known.Count >= MostFingerprints)
            {
                _known.Clear();
            }

            CollectionsMarshal.GetValueRefOrAddDefault(_known, statement.Fingerprint, out _) = set;
        }
    }

    /// <summary>Forgets the accounts of what no longer runs.</summary>
    public void Follow(Observation seen)
    {
        if (_accounts.Count > 0)
        {
            var running = seen.Queries.Select(KeyOf).ToHashSet();
            foreach (var ended in _accounts.Keys.Where(key => !running.Contains(key)).ToList())
            {
                _accounts.Remove(ended);
            }
        }
    }

    private MeasuredSet? KnownOf(ObservedQuery query) =>
        query.Statement is { } statement && _known.TryGetValue(statement.Fingerprint, out var known) ? known : null;

    private static (int, DateTimeOffset) KeyOf(ObservedQuery query) => (query.ProcessId, query.Started);
}
