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
            "--connect",
            cluster.Url(PostgresCluster.Superuser),
            "--workload",
            workload,
            "--sweep",
            "grant,maxdop",
            "--settings",
            "grant=64KiB,64MiB",
            "--settings",
            "maxdop=1,2",
            "--repeats",
            "3",
            "-o",
            directory,
        ];

        var run = await CliRun.Of([.. command, "--output", "json"]);
        var again = await CliRun.Of(command);

        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        Assert.Equal("rgp/characterise/1", run.Json.GetProperty("schema").GetString());
        Assert.Equal(16, run.Json.GetProperty("runs").GetInt32());
        Assert.Equal(6, run.Json.GetProperty("curves").GetArrayLength());
        // All runs were there: nothing ran again, and the figures are the same.
        Assert.Equal(0, again.ExitCode);
        Assert.Contains("16 of 16 runs", again.Output, StringComparison.Ordinal);
        var page = await File.ReadAllTextAsync(Path.Combine(directory, "report.html"));
        Assert.DoesNotContain("<script", page, StringComparison.OrdinalIgnoreCase);
        Assert.Contains("point &lt;script&gt;", page, StringComparison.Ordinal);
        Assert.Equal(17, (await File.ReadAllLinesAsync(Path.Combine(directory, "runs.jsonl"))).Length);
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
            "--connect",
            cluster.Url(PostgresCluster.Superuser),
            "--workload",
            workload,
            "--sweep",
            "grant",
            "--settings",
            "grant=1MiB,4MiB",
            "--repeats",
            "1",
            "-o",
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
    public async Task Characterise_WhatCannotBe_IsRefusedWithAReason()
    {
        await using var cluster = await PostgresCluster.StartAsync();
        await cluster.ExecuteAsync("create table kept (id int)");
        var url = cluster.Url(PostgresCluster.Superuser);
        _folder.With("w.sql", "select 1;").With("writes.sql", "insert into kept values (1);").With("none.sql", "--");

        await RefusedAsync("it writes", "--connect", url, "--workload", _folder.Path("writes.sql"), "--sweep", "grant");
        await RefusedAsync(
            "no statement",
            "--connect",
            url,
            "--workload",
            _folder.Path("none.sql"),
            "--sweep",
            "grant"
        );
        await RefusedAsync(
            "cannot read",
            "--connect",
            url,
            "--workload",
            _folder.Path("missing.sql"),
            "--sweep",
            "grant"
        );
        await RefusedAsync("hold the log", "--connect", url, "--workload", _folder.Path("w.sql"), "--sweep", "write");
        await RefusedAsync(
            "there is no lever",
            "--connect",
            url,
            "--workload",
            _folder.Path("w.sql"),
            "--sweep",
            "luck"
        );
        await RefusedAsync(
            "a SQL Server cannot",
            "--connect",
            "sqlserver://a@b",
            "--workload",
            _folder.Path("w.sql"),
            "--sweep",
            "grant"
        );
        await using var other = await cluster.OpenAsync();
        await RefusedAsync(
            "sessions of others on",
            "--connect",
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
        var run = await CliRun.Of(["characterise", .. options, "-o", _folder.Path("refused")]);
        // A session of this test that has just ended may still be listed.
        for (var attempt = 0; attempt < 100 && IsOther(run.Error) && !IsOther(why); attempt++)
        {
            await Task.Delay(50);
            run = await CliRun.Of(["characterise", .. options, "-o", _folder.Path("refused")]);
        }

        Assert.InRange(run.ExitCode, 2, 3);
        Assert.Contains(why, run.Error, StringComparison.Ordinal);
    }

    private static bool IsOther(string text) => text.Contains("sessions of others", StringComparison.Ordinal);
}
