using RgPolicy.Engine.Observe;

namespace RgPolicy.Engine.Objectives;

/// <summary>Counts calls from what the server says of each fingerprint's executions.</summary>
internal sealed class CallCounter
{
    private const int MostFingerprints = 10_000;

    private readonly Dictionary<string, long> _executions = new(StringComparer.Ordinal);

    /// <summary>Executions since this fingerprint was last seen; 0 at first sight and without a source.</summary>
    public long Count(ObservedQuery query)
    {
        if (query is not { History.Executions: { } now, Statement.Fingerprint: { Length: > 0 } fingerprint })
        {
            return 0;
        }

        if (_executions.Count >= MostFingerprints)
        {
            _executions.Clear();
        }

        var isKnown = _executions.TryGetValue(fingerprint, out var before);
        _executions[fingerprint] = Math.Max(now, before);
        return isKnown ? Math.Max(0, now - before) : 0;
    }
}
