using System.Diagnostics;
using Npgsql;
using RgPolicy.Host.Facts;
using RgPolicy.Testing.PostgreSql;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>A pool's <c>io read</c> on a real server whose data is on a disk and not in the page cache.</summary>
public sealed class ReadLimitTests
{
    private const long Limit = 4 * 1024 * 1024;
    private const int Rows = 64 * 1024;

    // Asleep first, so that it is in its pool before it reads.
    private const double Asleep = 4;
    private const string Scan = "with asleep as materialized (select pg_sleep(4)) select count(*) from asleep, big";

    private const string Policy = """
        language 1
        pool all     { cpu weight 1000 }
        pool readers { cpu weight 500 io read 4 MiB/s }
        class report -> readers when session.login = 'report'
        default      -> all
        """;

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    [ReadLimitFact]
    public async Task Pool_WithALimitOfReads_ReadsThatMuchFromTheDiskAndOthersReadOn()
    {
        await using var cluster = await PostgresCluster.StartAsync(
            new PostgresClusterOptions
            {
                Settings = ImmutableDictionary<string, string>
                    .Empty.Add("shared_buffers", "8MB")
                    .Add("autovacuum", "off"),
            }
        );
        var table = await FillAsync(cluster);
        await using var governed = await StartAsync(cluster);
        var origin = CgroupHierarchy.ReadPathOf(FileRoot.Machine, cluster.PostmasterProcessId);

        await using var report = await OpenAsync(cluster, "report");
        PageCache.Evict(table);
        var limited = await ReadRateAsync(report, origin);
        Assert.True(limited < 2.5 * Limit, Invariant($"{limited / 1e6:F1} MB/s were read in spite of the limit"));
        Assert.True(limited > Limit / 20.0, Invariant($"nothing was read: {limited / 1e6:F3} MB/s"));

        // A statement that writes does not wait; a session of another pool reads as before.
        await AssertWriterIsNotLimitedAsync(report, cluster, origin);
        PageCache.Evict(table);
        await using var other = await OpenAsync(cluster, "app");
        var clock = Stopwatch.StartNew();
        await RunAsync(other, Scan);
        Assert.True(
            clock.Elapsed.TotalSeconds - Asleep < new FileInfo(table).Length / (2.0 * Limit),
            Invariant($"the other pool took {clock.Elapsed.TotalSeconds:F1} s")
        );
        Assert.Equal(origin, ReadGroup(other));

        var groups = governed.Groups();
        await governed.StopAsync();
        Assert.Equal(origin, ReadGroup(report));
        Assert.DoesNotContain(groups, Directory.Exists);
    }

    /// <summary>64 MiB, a row for each KiB, all on the disk.</summary>
    private static async Task<string> FillAsync(PostgresCluster cluster)
    {
        await cluster.ExecuteAsync(
            """
            create role app login; create role report login; create role rgpolicy login;
            grant pg_read_all_stats, pg_read_all_data to rgpolicy;
            create table big (id int, note text);
            alter table big alter note set storage plain;
            grant select, update on big to app, report;
            """
        );
        await cluster.ExecuteAsync(
            Invariant($"insert into big select g, repeat('x', 960) from generate_series(1, {Rows}) g")
        );
        await cluster.ExecuteAsync("vacuum (freeze, analyze) big");
        await cluster.ExecuteAsync("checkpoint");
        return Path.Combine(
            cluster.DataDirectory,
            (string)(await cluster.ScalarAsync("select pg_relation_filepath('big')"))!
        );
    }

    private static async Task<GovernedServer> StartAsync(PostgresCluster cluster)
    {
        var policy = Path.Combine(cluster.RootDirectory, "reads.rgp");
        await File.WriteAllTextAsync(policy, Policy);
        return await GovernedServer.StartAsync(cluster, new GovernedServerOptions { Policy = policy });
    }

    private static async Task<NpgsqlConnection> OpenAsync(PostgresCluster cluster, string user)
    {
        var connection = await cluster.OpenAsync(user: user);
        await RunAsync(connection, "set max_parallel_workers_per_gather = 0");
        return connection;
    }

    /// <summary>Bytes per second from the disk, over three seconds of a scan that was moved before it read.</summary>
    private static async Task<double> ReadRateAsync(NpgsqlConnection connection, string? origin)
    {
        var scan = RunAsync(connection, Scan);
        while (ReadGroup(connection) == origin)
        {
            Assert.False(scan.IsCompleted, "the scan was never limited");
            await Task.Delay(5);
        }

        var idle = BytesRead(connection.ProcessID);
        while (BytesRead(connection.ProcessID) == idle && !scan.IsCompleted)
            await Task.Delay(5);
        var (clock, before) = (Stopwatch.StartNew(), BytesRead(connection.ProcessID));
        await Task.Delay(3000);
        var rate = (BytesRead(connection.ProcessID) - before) / clock.Elapsed.TotalSeconds;
        Assert.False(
            scan.IsCompleted,
            Invariant($"the scan ended before it could be measured, at {rate / 1e6:F1} MB/s")
        );
        ProcessControl.Signal(connection.ProcessID, ProcessControl.Interrupt);
        await Assert.ThrowsAsync<PostgresException>(() => scan.WaitAsync(Patience));
        return rate;
    }

    /// <summary>In its pool by its CPU group and not in the group that limits reads, several times in a row.</summary>
    private static async Task AssertWriterIsNotLimitedAsync(
        NpgsqlConnection connection,
        PostgresCluster cluster,
        string? origin
    )
    {
        const int InARow = 10;
        var update = RunAsync(connection, "update big set id = -id where id in (select 1 from pg_sleep(100))");
        var (clock, cpu) = (Stopwatch.StartNew(), ProcessFacts.CpuGroup(cluster.PostmasterProcessId));
        for (var seen = 0; seen < InARow; )
        {
            Assert.True(
                clock.Elapsed < Patience && !update.IsCompleted,
                "a statement that writes waits for reads, or was never moved"
            );
            seen = ProcessFacts.CpuGroup(connection.ProcessID) != cpu && ReadGroup(connection) == origin ? seen + 1 : 0;
            await Task.Delay(20);
        }

        ProcessControl.Signal(connection.ProcessID, ProcessControl.Interrupt);
        await Assert.ThrowsAsync<PostgresException>(() => update.WaitAsync(Patience));
    }

    private static async Task RunAsync(NpgsqlConnection connection, string sql)
    {
        await using var command = new NpgsqlCommand(sql, connection) { CommandTimeout = 120 };
        await command.ExecuteNonQueryAsync();
    }

    private static string? ReadGroup(NpgsqlConnection connection) =>
        CgroupHierarchy.ReadPathOf(FileRoot.Machine, connection.ProcessID);

    private static long BytesRead(int process) =>
        File.ReadLines(Invariant($"/proc/{process}/io"))
            .Where(l => l.StartsWith("read_bytes: ", StringComparison.Ordinal))
            .Select(l => long.Parse(l[12..], CultureInfo.InvariantCulture))
            .Single();

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
