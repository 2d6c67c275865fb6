using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tracking;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Rules;

/// <summary>
/// The queries that rules want cancelled in the present turn. A server takes its time over a
/// cancellation, so the same query is asked for again only after a while.
/// </summary>
internal sealed class CancelRequests(TurnEvents events)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private readonly List<QueryCancel> _asked = [];

    /// <summary>A step that cancels holds for a query.</summary>
    public void Ask(TrackedQuery tracked, CompiledRule rule, int step, DateTimeOffset now)
    {
        if (now < tracked.CancelAgain)
            return;

        var message = rule.Describe(step);
        if (CancelGuard.WhyNever(tracked.Query) is { } reason)
        {
            tracked.CancelAgain = DateTimeOffset.MaxValue;
            events.Add(now, "rule", tracked.Query, $"{message}: not done, {reason}");
            return;
        }

        tracked.CancelAgain = now + Patience;
        _asked.Add(new QueryCancel(tracked.Query, rule.Rule.Name));
        events.Add(now, "cancel", tracked.Query, message);
    }

    /// <summary>What was asked for since the last time.</summary>
    public ImmutableArray<QueryCancel> Take()
    {
        if (_asked.Count == 0)
            return [];

        ImmutableArray<QueryCancel> all = [.. _asked];
        _asked.Clear();
        return all;
    }
}

/// <summary>What is never cancelled, whatever a policy says: queries of superusers, even of those that a class names,
/// maintenance and backups.</summary>
internal static class CancelGuard
{
    // A backup's session is a client like any other; it is known only by what it calls itself. A client that takes such
    // a name gains nothing but that it is never cancelled.
    private static readonly string[] BackupPrograms =
    [
        "pg_dump",
        "pg_basebackup",
        "pg_restore",
        "pgbackrest",
        "barman",
        "wal-g",
        "pg_probackup",
    ];

    /// <summary>Why the query may not be cancelled, or null.</summary>
    public static string? WhyNever(ObservedQuery query) =>
        query switch
        {
            { Exemption: { } exemption } => exemption,
            { Session.IsSuperuser: true } => "superuser",
            { Statement: null } => "its statement is not known, and it may be maintenance",
            { Statement.Kind: StatementKind.Maintenance or StatementKind.IndexBuild } => "maintenance",
            _ when IsBackup(query.Session.App) => "a backup",
            _ => null,
        };

    private static bool IsBackup(string app) =>
        Array.Exists(BackupPrograms, program => app.StartsWith(program, StringComparison.OrdinalIgnoreCase));
}
