using RgPolicy.Engine.Tracking;

namespace RgPolicy.Engine.Rules;

/// <summary>Remembers which statements are to get less at their next executions, and until when. A further offence
/// begins the time anew.</summary>
internal sealed class ShrinkList(int capacity, TimeSpan lasts, TurnEvents events)
{
    private readonly ExpiringEntries<(string Database, string Fingerprint), Shrink> _book = new(
        capacity,
        entry => entry.Until
    );

    public ImmutableArray<Shrink> Entries => _book.Entries;

    /// <summary>A step that shrinks begins to hold for a query; nothing where its statement is not known.</summary>
    public void Put(TrackedQuery tracked, string rule, DateTimeOffset now)
    {
        if (
            tracked.Query is
            { Statement.Fingerprint: { Length: > 0 } fingerprint, Session.Database: { Length: > 0 } database }
        )
            _book.Put((database, fingerprint), new Shrink(database, fingerprint, rule, tracked.Query.Id, now + lasts));
    }

    /// <summary>Ends those whose time is over.</summary>
    public void EndExpired(DateTimeOffset now)
    {
        foreach (var entry in _book.EndExpired(now))
        {
            events.Add(
                now,
                "shrink",
                entry.Offender,
                $"rule {entry.Rule}: {entry.Fingerprint} in {entry.Database} is shrunk no longer"
            );
        }
    }
}

/// <summary>A statement whose later executions get less for a while.</summary>
/// <param name="Database">The database that it runs in.</param>
/// <param name="Fingerprint">The statement's.</param>
/// <param name="Rule">The rule that decided it.</param>
/// <param name="Offender">The query that gave the last occasion.</param>
/// <param name="Until">When it ends.</param>
internal sealed record Shrink(string Database, string Fingerprint, string Rule, string Offender, DateTimeOffset Until);
