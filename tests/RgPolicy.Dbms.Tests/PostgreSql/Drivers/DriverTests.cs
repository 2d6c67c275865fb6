using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Dbms.Tests.PostgreSql.Forms;
using RgPolicy.Dbms.Tests.PostgreSql.Told;
using RgPolicy.Testing.PostgreSql;
using Xunit.Abstractions;

namespace RgPolicy.Dbms.Tests.PostgreSql.Drivers;

/// <summary>The shape that is told of a statement as drivers send it: with parameters, prepared, through cursors, in
/// batches and pipelines, as COPY. A drawn part of what is installed here on 15 and 18; all of it, and the table of the
/// guide: <c>tools/drivers/run</c>.</summary>
public sealed class DriverTests(PostgresVersionsFixture servers, ITestOutputHelper output)
    : IClassFixture<PostgresVersionsFixture>
{
    private const string Database = "drivers";
    private const int Drawn = 3;

    // The command's, for which all cases are tried.
    private static string? File { get; } =
        Environment.GetEnvironmentVariable("RGPOLICY_DRIVERS_FILE") is { Length: > 0 } file ? file : null;

    [Theory]
    [OnDrivers(15)]
    [OnDrivers(18)]
    public async Task PollAsync_StatementOfADriver_IsToldAsWhatItIs(int version, string driver)
    {
        var cluster = await servers.GetAsync(version);
        await PrepareAsync(cluster);
        await using var observer = await ConnectAsync(cluster);
        List<string> wrong = [];
        foreach (var what in Cases(version, driver))
        {
            var told = await AskAsync(cluster, observer, driver, what);
            var line = FormattableString.Invariant(
                $"{version}\t{driver}\t{what.Name}\t{string.Join('|', what.Right)}\t{told.Shape}\t{told.After.TotalMilliseconds:0}\t{told.Reason.ReplaceLineEndings(" ")}"
            );
            output.WriteLine(line);
            if (File is not null)
                await System.IO.File.AppendAllTextAsync(File, line + "\n");
            if (!told.IsOneOf(what.Right))
                wrong.Add(line);
        }

        Assert.True(wrong.Count == 0, string.Join('\n', wrong));
    }

    private static DriverCase[] Cases(int version, string driver)
    {
        var all = DriverCases.Of(driver).ToArray();
        if (File is not null)
            return all;
        new Random(version + driver.Length).Shuffle(all);
        return all[..Drawn];
    }

    private static async Task<ToldShape> AskAsync(
        PostgresCluster cluster,
        PostgresObserver observer,
        string driver,
        DriverCase what
    )
    {
        var name = $"{driver} {what.Name}";
        await using var session = await Driver.StartAsync(driver, cluster, Database, name, what);
        var told = await new StatementWatch(observer).AskAsync(
            name,
            query => what.IsIt(query.Statement?.Text),
            what.Right,
            () => session.Problem
        );
        await cluster.ExecuteAsync(
            $"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = '{name}'"
        );
        return told;
    }

    // JDBC comes through TCP only; the role is let in without a password.
    private static async Task PrepareAsync(PostgresCluster cluster)
    {
        var access = Path.Join(cluster.DataDirectory, "pg_hba.conf");
        var line = $"host {Database} {PostgresVersionsFixture.Application} 127.0.0.1/32 trust\n";
        var lines = await System.IO.File.ReadAllTextAsync(access);
        if (!lines.StartsWith(line, StringComparison.Ordinal))
            await System.IO.File.WriteAllTextAsync(access, line + lines);
        await cluster.ExecuteAsync("SELECT pg_reload_conf()");
        await cluster.ExecuteAsync($"DROP DATABASE IF EXISTS {Database} (FORCE)");
        await cluster.ExecuteAsync($"CREATE DATABASE {Database} OWNER {PostgresVersionsFixture.Application}");
        foreach (var text in FormTables.Sql)
            await cluster.ExecuteAsync(text, Database);
    }

    private static async Task<PostgresObserver> ConnectAsync(PostgresCluster cluster)
    {
        var observer = await PostgresVersionsFixture.TrustingAsync(
            cluster,
            TimeProvider.System,
            new PostgresObserverOptions { PollInterval = StatementWatch.Interval }
        );
        await observer.WarmUpAsync(CancellationToken.None);
        return observer;
    }
}
