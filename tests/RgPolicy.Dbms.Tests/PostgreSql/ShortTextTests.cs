using RgPolicy.Dbms.Tests.PostgreSql.QuerySets;
using RgPolicy.Plans;
using RgPolicy.Testing;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql;

/// <summary>A server that shows 1 kB of a text, as it does by itself: the rest is found where it counts
/// statements.</summary>
public sealed class ShortTextTests
{
    private const string Long = "select count(*), /* {0} */ pg_sleep({1}) from orders where customer > {2}";

    private static readonly string Comment = new('x', 3000);

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(18)]
    public async Task PollAsync_TextOfThreeKilobytesAtTheServersOwnSize_HasItsPlan(int version)
    {
        await using var fleet = new PostgresFleet(_ => new PostgresClusterOptions
        {
            PreloadLibraries = ["pg_stat_statements"],
            Settings = ImmutableDictionary<string, string>.Empty.Add("track_activity_query_size", "1kB"),
        });
        var cluster = await fleet.GetAsync(version);
        await PostgresVersionsFixture.PrepareAsync(cluster);
        await cluster.ExecuteAsync("GRANT SELECT ON orders TO rgpolicy", PostgresVersionsFixture.Shop);
        await using (
            var before = await cluster.OpenAsync(PostgresVersionsFixture.Shop, PostgresVersionsFixture.Application)
        )
            await PostgresServer.DoAsync(before, Text("0", "-1"));
        await using var observer = await PostgresVersionsFixture.TrustingAsync(cluster, TimeProvider.System);
        await using var plain = await RunningStatement.StartAsync(
            await cluster.OpenAsync(PostgresVersionsFixture.Shop, PostgresVersionsFixture.Application),
            Text("60", "5")
        );
        await using var busy = await RepeatedText.StartAsync(
            cluster,
            PostgresVersionsFixture.Shop,
            "busy",
            new ParameterText(Text("0.01", "$1"), ["7"])
        );

        // From 18 on such a text counts only for an execution whose locks were seen, and 10 ms are too short for that.
        int[] planned = version >= 18 ? [plain.ProcessId] : [plain.ProcessId, busy.ProcessId];
        foreach (var processId in planned)
        {
            var query = await PostgresServer.UntilAsync(observer, processId, q => q.Plan.Source == "re-explain");
            Assert.Equal((true, PlanShape.Scan), (query.Statement!.IsTruncated, query.Plan.Profile!.Shape));
        }
    }

    private static string Text(string pause, string customer) =>
        Long.Replace("{0}", Comment, StringComparison.Ordinal)
            .Replace("{1}", pause, StringComparison.Ordinal)
            .Replace("{2}", customer, StringComparison.Ordinal);
}
