using RgPolicy.Dbms.PostgreSql.Trials.Pgbench;
using RgPolicy.Dbms.Processes;
using RgPolicy.Dbms.Trials;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Trials.Pgbench;

/// <summary>Scripts that the real pgbench runs on a real PostgreSQL.</summary>
[Collection(PostgresServer.Collection)]
public sealed class PgbenchTrialServerTests(PostgresServer server)
{
    private const string Point = "\\set id random(1, :most)\nselect note from orders where id = :id;\n";
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    [Fact]
    public async Task Run_TwoScriptsAndThreeClients_TellsEachScript()
    {
        var seen = new List<ProgramStart>();
        await using var trial = await ConnectAsync(
            3,
            new SeenPrograms(seen),
            new TrialScript("point.sql", "begin;\n" + Point + "end;\n", 3),
            new TrialScript("sum.sql", "select count(*),\n sum(customer) from orders; -- :none", 1)
        );

        await using var clients = await trial.Bench.StartAsync(new TrialSettings(2, 1 << 20), CancellationToken.None);
        var sessions = await server.Cluster.ScalarAsync(
            "select string_agg(distinct usename || ' ' || pid, ',') from pg_stat_activity where application_name like 'RgPolicy pgbench%'"
        );
        var means = await clients.RunAsync(CancellationToken.None).WaitAsync(Patience);

        Assert.Equal(
            string.Join(
                ',',
                clients.ProcessIds.Select(pid => $"{PostgresServer.Observer} {pid}").Order(StringComparer.Ordinal)
            ),
            sessions
        );
        Assert.Equal(3, clients.ProcessIds.Length);
        Assert.Equal(
            [("point.sql", 3), ("sum.sql", 1)],
            means.Select(each => (each.Statement.Name, each.Statement.Weight))
        );
        Assert.All(means, each => Assert.InRange(each.Execution.Elapsed, TimeSpan.FromTicks(10), Patience));
        Assert.Equal(2, means.Select(each => each.Execution.Plan).Distinct(StringComparer.Ordinal).Count());
        // Of each of three clients, so that the rarer script comes five times.
        Assert.Contains("7", seen[^1].Arguments, StringComparer.Ordinal);
        Assert.DoesNotContain(
            seen,
            start => start.Arguments.Any(each => each.Contains("secret", StringComparison.Ordinal))
        );
        Assert.Contains(
            "default_transaction_read_only=on",
            seen[^1].Environment["PGOPTIONS"],
            StringComparison.Ordinal
        );
        Assert.Contains("work_mem=1024kB", seen[^1].Environment["PGOPTIONS"], StringComparison.Ordinal);
        await trial.DisposeAsync();
        Assert.False(Directory.Exists(seen[^1].WorkingDirectory));
    }

    [Fact]
    public async Task SamplesOf_Variables_HaveTheValuesThatPgbenchDraws()
    {
        await using var trial = await ConnectAsync(
            1,
            new ProgramRunner(),
            new TrialScript(
                "s.sql",
                "\\set low random(7, 7)\n\\set high :low * 1.5\n\\if :low > 7\n\\set other 2\n\\endif\n"
                    + "select :low::text || ':low', a[1:2], :high, ':most', ':away' from x where y < :other;",
                1
            )
        );

        Assert.Equal(
            "select 7::text || '7', a[1:2], 10.5, '20000', ':away' from x where y < 1",
            Assert.Single(trial.SamplesOf("s.sql"))
        );
    }

    [Theory]
    [InlineData("insert into orders values (0);", "may only read")]
    [InlineData("\\set x 1 + luck(2)\nselect 1;", "s.sql:1: unexpected function name (luck)")]
    [InlineData("\\set x 1\n\\set y 1 / (:x - 1)\nselect :y;", "division by zero")]
    [InlineData("select :x;", "syntax error")]
    [InlineData("select pg_sleep(60);", "it took longer than 5 s")]
    public async Task Run_WhatFails_IsToldWithItsReason(string text, string reason)
    {
        await using var trial = await ConnectAsync(1, new ProgramRunner(), new TrialScript("s.sql", text, 1));

        var problem = await Assert.ThrowsAsync<TrialException>(() => RunAsync(trial, CancellationToken.None));

        Assert.Contains(reason, problem.Message, StringComparison.Ordinal);
        Assert.False(problem.IsOver);
    }

    [Fact]
    public async Task Run_Cancelled_LeavesNeitherProcessNorSession()
    {
        await using var trial = await ConnectAsync(
            2,
            new ProgramRunner(),
            TimeSpan.FromMinutes(5),
            new TrialScript("s.sql", "select pg_sleep(250);", 1)
        );
        using var cancel = new CancellationTokenSource();

        var running = RunAsync(trial, cancel.Token);
        await UntilAsync("state = 'active' and query like '%sleep(250)%'", 2);
        await cancel.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => running);
        await UntilAsync("application_name like 'RgPolicy pgbench%'", 0);
        var again = await ConnectAsync(1, new ProgramRunner(), new TrialScript("t.sql", "select 1;", 1));
        await using (again)
            Assert.Single(await RunAsync(again, CancellationToken.None));
    }

    [Fact]
    public async Task Start_OtherSettings_HaveOtherPlansAndTheSameFingerprints()
    {
        await using var trial = await ConnectAsync(
            1,
            new ProgramRunner(),
            // It is hashed where there is memory for it.
            new TrialScript(
                "s.sql",
                "begin;\nselect count(*) from orders where id < 50 and id not in (select id from orders offset 0);\nend;",
                1
            )
        );
        var plans = new List<string>();
        foreach (var grant in (long[])[64 << 10, 1 << 30])
        {
            await using var clients = await trial.StartAsync(new TrialSettings(1, grant), CancellationToken.None);
            plans.Add((await clients.RunAsync(CancellationToken.None).WaitAsync(Patience)).Single().Execution.Plan);
        }

        var fingerprints = await trial.FingerprintsAsync(new TrialStatement("s.sql", 1, ""), CancellationToken.None);

        Assert.Equal(2, plans.Distinct(StringComparer.Ordinal).Count());
        // The server's own and that of the text, of the one statement that reads.
        Assert.Equal(2, fingerprints.Length);
    }

    [Fact]
    public async Task Connect_NoSuchProgram_SaysSo()
    {
        var workload = Workload(new TrialScript("s.sql", Point, 1));

        var problem = await Assert.ThrowsAsync<TrialException>(() =>
            PgbenchTrialServer.ConnectAsync(
                new PgbenchProgram("/nowhere/pgbench", new ProgramRunner()),
                server.Connection(PostgresServer.Shop),
                workload,
                new PgbenchLoad(1, 1, Patience),
                TimeProvider.System,
                CancellationToken.None
            )
        );

        Assert.Equal("`/nowhere/pgbench` cannot be started", problem.Message);
    }

    private static async Task<ImmutableArray<(TrialStatement, TrialExecution)>> RunAsync(
        PgbenchTrialServer trial,
        CancellationToken cancellationToken
    )
    {
        await using var clients = await trial.StartAsync(TrialSettings.None, cancellationToken);
        return await clients.RunAsync(cancellationToken).WaitAsync(Patience, CancellationToken.None);
    }

    private async Task UntilAsync(string condition, long count)
    {
        using var patience = new CancellationTokenSource(Patience);
        var sql = $"select count(*) from pg_stat_activity where {condition} and pid <> pg_backend_pid()";
        while (!Equals(await server.Cluster.ScalarAsync(sql), count))
            await Task.Delay(50, patience.Token);
    }

    private static TrialWorkload Workload(params TrialScript[] scripts)
    {
        var (workload, problem) = PgbenchWorkload.Read(
            [.. scripts],
            new Dictionary<string, string>(StringComparer.Ordinal) { ["most"] = "20000" }
        );
        Assert.Null(problem);
        return workload!;
    }

    private Task<PgbenchTrialServer> ConnectAsync(int clients, IProgramRunner programs, params TrialScript[] scripts) =>
        ConnectAsync(clients, programs, TimeSpan.FromSeconds(5), scripts);

    private Task<PgbenchTrialServer> ConnectAsync(
        int clients,
        IProgramRunner programs,
        TimeSpan limit,
        params TrialScript[] scripts
    ) =>
        PgbenchTrialServer.ConnectAsync(
            new PgbenchProgram(Path.Combine(PostgresBinaries.Find()!, "pgbench"), programs),
            server.Connection(PostgresServer.Shop).WithPassword("observer-secret"),
            Workload(scripts),
            new PgbenchLoad(clients, 1, limit),
            TimeProvider.System,
            CancellationToken.None
        );

    private sealed class SeenPrograms(List<ProgramStart> seen) : IProgramRunner
    {
        private readonly ProgramRunner _programs = new();

        public Task<ProgramOutput?> RunAsync(ProgramStart start, CancellationToken cancellationToken)
        {
            seen.Add(start);
            return _programs.RunAsync(start, cancellationToken);
        }
    }
}
