using RgPolicy.Engine.Tracking;

namespace RgPolicy.Engine.Rules;

/// <summary>
/// Remembers which fingerprints are in quarantine and until when. A further offence restarts the time. When it is full,
/// the entry that ends first is dropped, and its statement runs as its class says.
/// </summary>
internal sealed class QuarantineList(int capacity, TurnEvents events)
{
    private readonly ExpiringEntries<string, Quarantine> _book = new(capacity, entry => entry.Until);

    public ImmutableArray<Quarantine> Entries => _book.Entries;

    /// <summary>What began earlier goes on, however late the last occasion.</summary>
    public void Put(Quarantine entry) =>
        _book.Put(
            entry.Fingerprint,
            _book.TryGet(entry.Fingerprint, out var known) ? entry with { Since = known.Since } : entry
        );

    /// <summary>The quarantine of a fingerprint's execution that began at a time, or null.</summary>
    public Quarantine? Find(string fingerprint, DateTimeOffset started) =>
        _book.TryGet(fingerprint, out var entry) && started > entry.Since ? entry : null;

    /// <summary>Ends those whose time is over.</summary>
    /// <returns>True when there was one.</returns>
    public bool EndExpired(DateTimeOffset now)
    {
        var over = _book.EndExpired(now);
        foreach (var entry in over)
        {
            events.Add(
                now,
                "quarantine",
                entry.Offender,
                $"rule {entry.Rule}: quarantine of {entry.Fingerprint} has ended"
            );
        }

        return !over.IsEmpty;
    }
}

/// <summary>A fingerprint whose later executions go to another pool for a while.</summary>
/// <param name="Fingerprint">Whose.</param>
/// <param name="Pool">The pool's name; null is the lowest.</param>
/// <param name="Rule">The rule that decided it.</param>
/// <param name="Offender">The query that gave the last occasion.</param>
/// <param name="Since">Executions that begin later are meant.</param>
/// <param name="Until">When it ends.</param>
internal sealed record Quarantine(
    string Fingerprint,
    string? Pool,
    string Rule,
    string Offender,
    DateTimeOffset Since,
    DateTimeOffset Until
);
