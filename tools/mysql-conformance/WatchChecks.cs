using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

namespace RgPolicy.MySqlConformance;

/// <summary>What has to be seen of sessions and their statements.</summary>
internal static class WatchChecks
{
    private const string LongScan =
        "SELECT COUNT(*) /* {0} */ FROM numbers a JOIN numbers b ON a.note = b.note WHERE SHA2(CONCAT(a.id, "
        + "b.id), 256) < '0'";

    public static IReadOnlyList<Check> All { get; } =
    [
        new("a running statement is seen with its login, database and kind", StatementAsync),
        new("the same text again in the same session is another statement", AgainAsync),
        new("an administrator's statement is told from others", AdministratorAsync),
        new("a session's thread is one of this host's", ThreadAsync),
        new("a running SELECT shows its plan", PlanAsync),
        new("a large write is a bulk load by its rows", BulkLoadAsync),
        new("who waits for a row, and for whom", RowLockAsync),
        new("who waits for a table, and for whom", TableLockAsync),
        new("executions of earlier statements are counted", HistoryAsync),
    ];

    private static async Task<Verdict> StatementAsync(TriedServer server, CancellationToken cancellationToken)
    {
        await using var session = await server.StartAsync(
            "SELECT 'rgp_mark1', SLEEP(300) FROM numbers LIMIT 1",
            cancellationToken
        );
        var query = await server.UntilAsync("rgp_mark1", _ => true, cancellationToken);
        return Verdict.Of(
            query is { Exemption: null, Session.IsSuperuser: false, Statement.Kind: StatementKind.Select }
                && (query.Session.Login, query.Session.Database) == (TriedServer.Application, TriedServer.Database),
            $"{query.Session.Login}, {query.Session.Database}, {query.Statement?.Kind}"
        );
    }

    private static async Task<Verdict> AgainAsync(TriedServer server, CancellationToken cancellationToken)
    {
        const string Sql = "SELECT 'rgp_mark2', SLEEP(2)";
        await using var session = await server.StartAsync(Sql, cancellationToken);
        var first = await server.UntilAsync("rgp_mark2", _ => true, cancellationToken);
        await session.Running.WaitAsync(cancellationToken);
        session.Start(Sql);
        var second = await server.UntilAsync("rgp_mark2", each => each.Id != first.Id, cancellationToken);
        return Verdict.Of(
            second.ProcessId == first.ProcessId && second.Started > first.Started,
            $"{first.Id}, then {second.Id}"
        );
    }

    private static async Task<Verdict> AdministratorAsync(TriedServer server, CancellationToken cancellationToken)
    {
        await using var session = await TriedSession.OpenAsync(
            server,
            server.Admin,
            TriedServer.Database,
            cancellationToken
        );
        session.Start("SELECT 'rgp_mark3', SLEEP(300)");
        var query = await server.UntilAsync("rgp_mark3", _ => true, cancellationToken);
        return Verdict.Of(query.Session.IsSuperuser, query.Session.Login);
    }

    private static async Task<Verdict> ThreadAsync(TriedServer server, CancellationToken cancellationToken)
    {
        var observer = await server.WatchAsync(cancellationToken);
        if (observer.Server.ProcessId is not { } process)
            return Verdict.Skipped("the server's process is not seen on this host: run it there, as root");
        if (observer.WhyNoThreads is { } why)
            return Verdict.Skipped("the server " + why);
        await using var session = await server.StartAsync("SELECT 'rgp_mark4', SLEEP(300)", cancellationToken);
        var query = await server.UntilAsync("rgp_mark4", _ => true, cancellationToken);
        return Verdict.Of(
            Directory.Exists(FormattableString.Invariant($"/proc/{process}/task/{query.ProcessId}")),
            FormattableString.Invariant($"thread {query.ProcessId} of process {process}")
        );
    }

    private static async Task<Verdict> PlanAsync(TriedServer server, CancellationToken cancellationToken)
    {
        await using var session = await server.StartAsync(Marked("rgp_mark5"), cancellationToken);
        var query = await server.UntilAsync(
            "rgp_mark5",
            each => each.Plan.State is PlanState.Known or PlanState.Absent,
            cancellationToken
        );
        return Verdict.Of(
            query.Plan is { State: PlanState.Known, Profile: not null },
            $"{query.Plan.State}, {query.Plan.Profile?.Shape}, {query.Plan.Source}"
        );
    }

    private static async Task<Verdict> BulkLoadAsync(TriedServer server, CancellationToken cancellationToken)
    {
        // It stands still when it has written 100,000 rows, and is seen however late a poll comes.
        await using var session = await server.StartAsync(
            "INSERT INTO copies /* rgp_mark6 */ SELECT IF(a.id >= 10 AND b.id >= 10, SLEEP(300), a.id), b.note "
                + "FROM numbers a, numbers b",
            cancellationToken
        );
        var query = await server.UntilAsync(
            "rgp_mark6",
            each => each is { Statement.Kind: StatementKind.BulkLoad, HasWritten: false },
            cancellationToken
        );
        return Verdict.Passed($"{query.Statement?.Kind}");
    }

    private static async Task<Verdict> RowLockAsync(TriedServer server, CancellationToken cancellationToken)
    {
        await using var holder = await server.StartAsync(
            "SELECT 'rgp_mark7', SLEEP(300)",
            cancellationToken,
            "START TRANSACTION; UPDATE numbers SET note = 'held' WHERE id = 17"
        );
        var blocker = await server.UntilAsync("rgp_mark7", each => each.HasWritten, cancellationToken);
        await using var waiter = await server.StartAsync(
            "UPDATE numbers SET note = 'rgp_mark8' WHERE id = 17",
            cancellationToken
        );
        var waiting = await server.UntilAsync("rgp_mark8", each => each.WaitsForLock, cancellationToken);
        return await IsBlockedByAsync(server, waiting, blocker, cancellationToken);
    }

    private static async Task<Verdict> TableLockAsync(TriedServer server, CancellationToken cancellationToken)
    {
        await using var holder = await server.StartAsync(
            "SELECT 'rgp_mark9', SLEEP(300) FROM copies RIGHT JOIN (SELECT 1 AS one) AS o ON o.one = copies.id",
            cancellationToken
        );
        var blocker = await server.UntilAsync("rgp_mark9", _ => true, cancellationToken);
        await using var waiter = await server.StartAsync("ALTER TABLE copies ADD rgp_mark10 INT", cancellationToken);
        var waiting = await server.UntilAsync("rgp_mark10", each => each.WaitsForLock, cancellationToken);
        return await IsBlockedByAsync(server, waiting, blocker, cancellationToken);
    }

    private static async Task<Verdict> IsBlockedByAsync(
        TriedServer server,
        ObservedQuery waiting,
        ObservedQuery blocker,
        CancellationToken cancellationToken
    )
    {
        var observer = await server.WatchAsync(cancellationToken);
        var seen = await observer.PollAsync(findBlocking: true, cancellationToken);
        var waits = seen.LockWaits ?? [];
        return Verdict.Of(
            waits.Any(each => each.Waiter == waiting.ProcessId && each.Blocker == blocker.ProcessId),
            string.Join(
                "; ",
                waits.Select(each => FormattableString.Invariant($"{each.Waiter} waits for {each.Blocker}"))
            )
        );
    }

    private static async Task<Verdict> HistoryAsync(TriedServer server, CancellationToken cancellationToken)
    {
        if (!server.HasPerformanceSchema)
            return Verdict.Skipped("performance_schema is off");
        await using var session = await server.OpenSessionAsync(cancellationToken);
        for (var i = 0; i < 3; i++)
            await session.RunAsync("SELECT 'rgp_before', SLEEP(0.2) FROM digits WHERE n = 3", cancellationToken);
        session.Start("select 'rgp_mark11', sleep(300) from digits where n = 4");
        var query = await server.UntilAsync("rgp_mark11", each => each.History is not null, cancellationToken);
        return Verdict.Of(query.History?.Executions >= 3, $"{query.History}");
    }

    private static string Marked(string mark) => LongScan.Replace("{0}", mark, StringComparison.Ordinal);
}
