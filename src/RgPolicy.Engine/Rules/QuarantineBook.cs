using System.Collections.Immutable;
using RgPolicy.Engine.Decide;

namespace RgPolicy.Engine.Rules;

/// <summary>
/// Remembers which fingerprints are in quarantine and until when. A further offence begins the time anew. Full, it forgets the
/// one that ends first: who is forgotten runs like anybody of its class.
/// </summary>
internal sealed class QuarantineBook(int capacity, TurnEvents events)
{
    private readonly Dictionary<string, Quarantine> _entries = new(StringComparer.Ordinal);
    private DateTimeOffset _firstEnd = DateTimeOffset.MaxValue;

    public ImmutableArray<Quarantine> Entries => [.. _entries.Values.OrderBy(entry => entry.Until)];

    public void Put(Quarantine entry)
    {
        if (_entries.Count >= capacity && !_entries.ContainsKey(entry.Fingerprint) && _entries.Values.MinBy(other => other.Until) is { } first)
        {
            _entries.Remove(first.Fingerprint);
        }

        // What began earlier goes on, however late the last occasion.
        _entries[entry.Fingerprint] = _entries.TryGetValue(entry.Fingerprint, out var known) ? entry with { Since = known.Since } : entry;
        _firstEnd = entry.Until < _firstEnd ? entry.Until : _firstEnd;
    }

    /// <summary>The quarantine of a fingerprint's execution that began at a time, or null.</summary>
    public Quarantine? Find(string fingerprint, DateTimeOffset started) =>
        _entries.TryGetValue(fingerprint, out var entry) && started > entry.Since ? entry : null;

    /// <summary>Ends those whose time is over.</summary>
    /// <returns>True when there was one.</returns>
    public bool EndExpired(DateTimeOffset now)
    {
        if (now < _firstEnd)
        {
            return false;
        }

        End(now);
        return true;
    }

    private void End(DateTimeOffset now)
    {
        foreach (var entry in _entries.Values.Where(entry => entry.Until <= now).ToList())
        {
            _entries.Remove(entry.Fingerprint);
            events.Add(now, "quarantine", entry.Offender, $"rule {entry.Rule}: quarantine of {entry.Fingerprint} has ended");
        }

        _firstEnd = _entries.Count == 0 ? DateTimeOffset.MaxValue : _entries.Values.Min(entry => entry.Until);
    }
}
