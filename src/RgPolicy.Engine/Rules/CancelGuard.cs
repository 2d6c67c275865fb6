using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Rules;

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
