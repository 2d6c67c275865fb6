using System.Globalization;
using RgPolicy.Testing;
using Xunit.Abstractions;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain.Hidden;

/// <summary>Without the guard planning runs the application's function on each way. With it nothing is planned.</summary>
public sealed class HiddenWayTests(PostgresVersionsFixture servers, ITestOutputHelper output)
    : IClassFixture<PostgresVersionsFixture>
{
    private const string Evidence = "EXECUTED";
    private const int Few = 10;

    // RGPOLICY_HOSTILE_SEED and RGPOLICY_HOSTILE_CHAINS draw others, and more.
    private static int FirstSeed => Number("RGPOLICY_HOSTILE_SEED") ?? 1;

    private static int Chains => Number("RGPOLICY_HOSTILE_CHAINS") ?? Few;

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(16)]
    [OnPostgres(18)]
    public async Task Explain_HiddenWayToAFunctionOfAnothers_IsNotPlannedAndWouldRunIt(int version)
    {
        foreach (var way in HiddenWay.All.Where(way => way.Since <= version))
        {
            var cluster = await servers.WithDatabaseAsync(version, "hidden", HiddenWay.Ground + way.Setup);
            var connection = PostgresVersionsFixture.Observer(cluster);
            await using var careless = new ExplainProbe(connection, "hidden", new CarelessGuard("kept"));
            await using var probe = new ExplainProbe(connection, "hidden");
            foreach (var text in way.Texts)
            {
                var without = (await careless.ExplainAsync(text)).Facts!.Source;
                Assert.True(without.Contains(Evidence, StringComparison.Ordinal), $"{way}: {text}: no trap: {without}");
                var source = (await probe.ExplainAsync(text)).Facts!.Source;
                Assert.False(source.Contains(Evidence, StringComparison.Ordinal), $"{way}: {text}: it ran");
                Assert.True(source != "re-explain", $"{way}: {text}: it was planned");
            }
        }
    }

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(16)]
    [OnPostgres(18)]
    public async Task Explain_DrawnChainsOfTheDbasObjects_NeverRunAFunctionOfAnothers(int version)
    {
        var chains = Enumerable.Range(FirstSeed, Chains).Select(seed => new HostileObjects(seed)).ToArray();
        var path = string.Join(", ", chains.Select(chain => chain.Schema));
        var cluster = await servers.WithDatabaseAsync(
            version,
            "hidden",
            HiddenWay.Ground + $"ALTER DATABASE hidden SET search_path = kept, {path}"
        );
        var connection = PostgresVersionsFixture.Observer(cluster);
        await using var probe = new ExplainProbe(connection, "hidden");
        var (tried, traps) = (0, 0);
        foreach (var chain in chains)
        {
            var (setup, texts) = chain.Draw();
            await cluster.ExecuteAsync(
                $"CREATE SCHEMA {chain.Schema}; {string.Join(";\n", setup)}; GRANT USAGE ON SCHEMA {chain.Schema} TO rgpolicy;"
                    + $"GRANT SELECT ON ALL TABLES IN SCHEMA {chain.Schema} TO rgpolicy",
                "hidden"
            );
            await using var careless = new ExplainProbe(
                connection,
                "hidden",
                new CarelessGuard($"kept, {chain.Schema}")
            );
            foreach (var text in texts)
            {
                tried++;
                if ((await careless.ExplainAsync(text)).Facts!.Source.Contains(Evidence, StringComparison.Ordinal))
                    traps++;
                var source = (await probe.ExplainAsync(text)).Facts!.Source;
                Assert.False(source.Contains(Evidence, StringComparison.Ordinal), $"{chain.Schema}: {text}: it ran");
            }
        }

        output.WriteLine($"{version}: {tried} texts, {traps} of them run it without the guard, none with it");
        Assert.True(traps > tried / 3, $"{traps} of {tried} texts are traps");
    }

    private static int? Number(string variable) =>
        int.TryParse(
            Environment.GetEnvironmentVariable(variable),
            NumberStyles.None,
            CultureInfo.InvariantCulture,
            out var number
        )
            ? number
            : null;
}
