using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Cli.Tests.Commands;

/// <summary><c>rgp characterise</c> on a real server: what it refuses, what it leaves, how it goes on.</summary>
public sealed class CharacteriseCommandTests : IDisposable
{
    private const string Workload = """
        -- name: sort
        select count(*) from (select i, md5(i::text) as text from generate_series(1, 30000) i order by 2 offset 1) s;
        -- name: point <script>
        -- weight: 2
        select 1;
        """;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Characterise_RealServer_LeavesRunsCurvesAndAReport()
    {
        await using var cluster = await PostgresCluster.StartAsync();
        var workload = _folder.With("w.sql", Workload).Path("w.sql");
        var directory = _folder.Path("out");
        string[] command =
        [
            "characterise",
            "--server",
            cluster.Url(PostgresCluster.Superuser),
            "--workload",
            workload,
            "--sweep",
            "grant,maxdop",
            "--settings",
            "grant=64KiB,64MiB",
            "--settings",
            "maxdop=1,2",
            // The sessions of the first run may still be listed.
            "--allow-production",
            "--repeats",
            "3",
            "--out-dir",
            directory,
        ];

        var run = await CliRun.Of([.. command, "--output", "json"]);
        var again = await CliRun.Of(command);

        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        Assert.Equal("rgp/characterise/1", run.Json.GetProperty("schema").GetString());
        Assert.Equal(16, run.Json.GetProperty("runs").GetInt32());
        Assert.Equal(6, run.Json.GetProperty("curves").GetArrayLength());
        // All runs were there: nothing ran again, and the figures are the same.
        Assert.Equal((0, ""), (again.ExitCode, again.Error));
        Assert.Contains("16 of 16 runs", again.Output, StringComparison.Ordinal);
        var page = await File.ReadAllTextAsync(Path.Combine(directory, "report.html"));
        Assert.DoesNotContain("<script", page, StringComparison.OrdinalIgnoreCase);
        Assert.Contains("point &lt;script&gt;", page, StringComparison.Ordinal);
        Assert.Equal(17, (await File.ReadAllLinesAsync(Path.Combine(directory, "runs.jsonl"))).Length);
        Assert.False(File.Exists(Path.Combine(directory, "policy.new.rgp")));

        var policy = Path.Combine(directory, "policy.rgp");
        await File.AppendAllTextAsync(policy, "// mine");
        var third = await CliRun.Of(command);
        Assert.Contains("policy.rgp was changed and stays", third.Output, StringComparison.Ordinal);
        Assert.EndsWith("// mine", await File.ReadAllTextAsync(policy), StringComparison.Ordinal);
        Assert.True(File.Exists(Path.Combine(directory, "policy.new.rgp")));
    }

    [Fact]
    public async Task Characterise_SeveralClients_RunAtTheSameTimeAndAreNotMixedWithOne()
    {
        await using var cluster = await PostgresCluster.StartAsync();
        // Each waits until both hold a lock of their own: one after the other they would never end.
        await cluster.ExecuteAsync(
            """
            create function meet() returns int language plpgsql as $$
            begin
              perform pg_try_advisory_lock_shared(7);
              while (select count(*) from pg_locks where locktype = 'advisory') < 3 loop perform pg_sleep(0.01); end loop;
              return 1;
            end $$
            """
        );
        var workload = _folder.With("meet.sql", "select meet();").Path("meet.sql");
        string[] command =
        [
            "characterise",
            "--server",
            cluster.Url(PostgresCluster.Superuser),
            "--workload",
            workload,
            "--sweep",
            "grant",
            "--settings",
            "grant=1MiB,4MiB",
            // The session that made the function may still be listed.
            "--allow-production",
            "--repeats",
            "1",
            "--out-dir",
            _folder.Path("met"),
        ];

        var run = await CliRun.Of([.. command, "--clients", "3", "--output", "json"]);
        var alone = await CliRun.Of(command);
        var none = await CliRun.Of([.. command, "--clients", "0"]);

        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        Assert.Equal(3, run.Json.GetProperty("clients").GetInt32());
        Assert.Contains("runs of another workload", alone.Error, StringComparison.Ordinal);
        Assert.Contains("--clients is a number from 1 to 256", none.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Characterise_RealServer_LeavesAPolicyThatLintsAndHolds()
    {
        await using var cluster = await PostgresCluster.StartAsync();
        var workload = _folder.With("w.sql", Workload).Path("w.sql");
        var run = await CliRun.Of([
            "characterise",
            "--server",
            cluster.Url(PostgresCluster.Superuser),
            "--workload",
            workload,
            "--sweep",
            "grant",
            "--settings",
            "grant=64KiB,16MiB,64MiB",
            "--grid",
            "grant,maxdop",
            "--repeats",
            "3",
            "--out-dir",
            _folder.Path("policy"),
        ]);

        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        var policy = Path.Combine(_folder.Path("policy"), "policy.rgp");
        var lint = await CliRun.Of(["lint", policy, "--fail-level", "warning"]);
        Assert.True(lint.ExitCode == 0, lint.Output + await File.ReadAllTextAsync(policy));
        var tested = await CliRun.Of(["test", policy]);
        // Where the measured times tell no setting from another, the policy throttles nothing and has no tests.
        var hasTests = (await File.ReadAllTextAsync(policy)).Contains("\ntest \"", StringComparison.Ordinal);
        Assert.True(tested.ExitCode == (hasTests ? 0 : 2), tested.Output + tested.Error);
        var page = await File.ReadAllTextAsync(Path.Combine(_folder.Path("policy"), "report.html"));
        Assert.Contains("grant x maxdop", page, StringComparison.Ordinal);
        Assert.Contains("class=\"heat h", page, StringComparison.Ordinal);
        Assert.Contains("grant x maxdop", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Characterise_Script_RunsWithDrawnValuesAndMayOnlyRead()
    {
        await using var cluster = await PostgresCluster.StartAsync();
        await cluster.ExecuteAsync("create table kept as select i as id from generate_series(1, 1000) i");
        _folder
            .With("read.sql", "\\set id random(1, 1000 * :scale)\nbegin;\nselect id from kept where id = :id;\nend;\n")
            .With("write.sql", "begin;\ninsert into kept values (1);\nend;\n")
            .With("odd.sql", "select 1;\n\\gset");
        string[] command =
        [
            "characterise",
            "--server",
            cluster.Url(PostgresCluster.Superuser),
            "--sweep",
            "grant",
            "--settings",
            "grant=1MiB,4MiB",
            "--allow-production",
            "--repeats",
            "3",
        ];

        var run = await CliRun.Of([
            .. command,
            "--pgbench-script",
            _folder.Path("read.sql") + "@2",
            "--define",
            "scale=1",
            "--out-dir",
            _folder.Path("read"),
            "--output",
            "json",
        ]);
        var writes = await CliRun.Of([
            .. command,
            "--pgbench-script",
            _folder.Path("write.sql"),
            "--out-dir",
            _folder.Path("w"),
        ]);
        var odd = await CliRun.Of([
            .. command,
            "--pgbench-script",
            _folder.Path("odd.sql"),
            "--out-dir",
            _folder.Path("o"),
        ]);
        var missing = await CliRun.Of([
            .. command,
            "--pgbench-script",
            _folder.Path("read.sql"),
            "--pgbench",
            "nowhere/pgbench",
            "--out-dir",
            _folder.Path("m"),
        ]);

        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        Assert.Equal(2, run.Json.GetProperty("curves").GetArrayLength());
        Assert.Equal("read.sql", run.Json.GetProperty("curves")[1].GetProperty("statement").GetString());
        Assert.Contains("it writes", writes.Error, StringComparison.Ordinal);
        Assert.Contains("odd.sql:2:1: `\\gset` is not run here", odd.Error, StringComparison.Ordinal);
        Assert.Contains("--pgbench: there is no `nowhere/pgbench`", missing.Error, StringComparison.Ordinal);
        Assert.Contains("install it", missing.Error, StringComparison.Ordinal);
        Assert.Equal((3, 3, 2), (writes.ExitCode, missing.ExitCode, odd.ExitCode));
        Assert.Equal(1000L, await cluster.ScalarAsync("select count(*) from kept"));
    }

    [Fact]
    public async Task Characterise_ServerStopsInMidSweep_KeepsItsRunsAndGoesOn()
    {
        await using var cluster = await PostgresCluster.StartAsync();
        var workload = _folder.With("slow.sql", "select pg_sleep(0.2);").Path("slow.sql");
        var directory = _folder.Path("cut");
        string[] command =
        [
            "characterise",
            "--server",
            cluster.Url(PostgresCluster.Superuser),
            "--workload",
            workload,
            "--sweep",
            "grant",
            "--settings",
            "grant=1MiB,4MiB",
            "--allow-production",
            "--repeats",
            "5",
            "--out-dir",
            directory,
        ];

        var running = CliRun.Of(command);
        await UntilLinesAsync(Path.Combine(directory, "runs.jsonl"), 3);
        await cluster.StopAsync("immediate");
        var cut = await running;
        var kept = (await File.ReadAllLinesAsync(Path.Combine(directory, "runs.jsonl"))).Length - 1;
        await cluster.StartAgainAsync();
        var whole = await CliRun.Of(command);

        Assert.Equal(3, cut.ExitCode);
        Assert.Contains("The runs are kept", cut.Error, StringComparison.Ordinal);
        Assert.InRange(kept, 2, 15);
        Assert.Equal((0, ""), (whole.ExitCode, whole.Error));
        Assert.Contains("16 of 16 runs", whole.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Characterise_NoRightsOrNoSidecar_SaysSoAndChangesNothing()
    {
        await using var cluster = await PostgresCluster.StartAsync();
        await cluster.ExecuteAsync("create table closed (id int); create role guest login");
        _folder.With("closed.sql", "select * from closed;").With("open.sql", "select 1;");

        await RefusedAsync(
            "permission denied",
            "--server",
            cluster.Url("guest"),
            "--workload",
            _folder.Path("closed.sql"),
            "--sweep",
            "grant"
        );
        await RefusedAsync(
            "rgp doctor",
            "--server",
            cluster.Url(PostgresCluster.Superuser),
            "--workload",
            _folder.Path("open.sql"),
            "--sweep",
            "cores",
            "--settings",
            "cores=1,2",
            "--sidecar",
            _folder.Path("no.sock")
        );
    }

    [Fact]
    public async Task Characterise_WhatCannotBe_IsRefusedWithAReason()
    {
        await using var cluster = await PostgresCluster.StartAsync();
        await cluster.ExecuteAsync("create table kept (id int)");
        var url = cluster.Url(PostgresCluster.Superuser);
        _folder.With("w.sql", "select 1;").With("writes.sql", "insert into kept values (1);").With("none.sql", "--");

        await RefusedAsync("it writes", "--server", url, "--workload", _folder.Path("writes.sql"), "--sweep", "grant");
        await RefusedAsync("no statement", "--server", url, "--workload", _folder.Path("none.sql"), "--sweep", "grant");
        await RefusedAsync(
            "cannot read",
            "--server",
            url,
            "--workload",
            _folder.Path("missing.sql"),
            "--sweep",
            "grant"
        );
        await File.WriteAllBytesAsync(_folder.Path("latin1.sql"), [.. "select 'caf"u8, 0xE9, .. "';"u8]);
        await RefusedAsync(
            "is not UTF-8",
            "--server",
            url,
            "--workload",
            _folder.Path("latin1.sql"),
            "--sweep",
            "grant"
        );
        await File.WriteAllTextAsync(_folder.Path("utf16.sql"), "select 1;", System.Text.Encoding.Unicode);
        await RefusedAsync(
            "is not UTF-8",
            "--server",
            url,
            "--workload",
            _folder.Path("utf16.sql"),
            "--sweep",
            "grant"
        );
        await RefusedAsync("hold the log", "--server", url, "--workload", _folder.Path("w.sql"), "--sweep", "write");
        await RefusedAsync(
            "there is no lever",
            "--server",
            url,
            "--workload",
            _folder.Path("w.sql"),
            "--sweep",
            "luck"
        );
        await RefusedAsync(
            "does not begin with SELECT",
            "--server",
            "sqlserver://a@b",
            "--workload",
            _folder.Path("writes.sql"),
            "--sweep",
            "grant_share"
        );
        await using var other = await cluster.OpenAsync();
        await RefusedAsync(
            "sessions of others on",
            "--server",
            url,
            "--workload",
            _folder.Path("w.sql"),
            "--sweep",
            "grant"
        );
        Assert.Equal(0L, await cluster.ScalarAsync("select count(*) from kept"));
    }

    private async Task RefusedAsync(string why, params string[] options)
    {
        var run = await CliRun.Of(["characterise", .. options, "--out-dir", _folder.Path(Path.GetRandomFileName())]);
        // A session of this test that has just ended may still be listed.
        for (var attempt = 0; attempt < 100 && IsOther(run.Error) && !IsOther(why); attempt++)
        {
            await Task.Delay(50);
            run = await CliRun.Of(["characterise", .. options, "--out-dir", _folder.Path(Path.GetRandomFileName())]);
        }

        Assert.InRange(run.ExitCode, 2, 3);
        Assert.Contains(why, run.Error, StringComparison.Ordinal);
    }

    private static async Task UntilLinesAsync(string path, int lines)
    {
        for (var attempt = 0; attempt < 1200; attempt++)
        {
            if (File.Exists(path))
            {
                // Whoever writes it meanwhile must not be kept from it.
                await using var file = new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
                using var reader = new StreamReader(file);
                if ((await reader.ReadToEndAsync()).Count(each => each == '\n') >= lines)
                    return;
            }

            await Task.Delay(50);
        }

        Assert.Fail($"{path} has no {lines} lines");
    }

    private static bool IsOther(string text) => text.Contains("sessions of others", StringComparison.Ordinal);
}
