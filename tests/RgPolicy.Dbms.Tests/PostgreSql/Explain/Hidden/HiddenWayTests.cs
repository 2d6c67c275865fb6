using RgPolicy.Testing;
using Xunit.Abstractions;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain.Hidden;

/// <summary>Without the guard planning runs the application's function on each way. With it nothing is
/// planned.</summary>
public sealed class HiddenWayTests(PostgresVersionsFixture servers, ITestOutputHelper output)
    : IClassFixture<PostgresVersionsFixture>
{
    private const string Evidence = HostileDatabase.Evidence;
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

    /// <summary>What is harmless has its plan in the same places.</summary>
    [Theory]
    [OnPostgres(14)]
    public async Task Explain_TableInAnOddPlace_IsPlanned(int version)
    {
        var cluster = await servers.WithDatabaseAsync(version, "hidden", HiddenWay.Ground);
        await using var careless = new ExplainProbe(
            PostgresVersionsFixture.Observer(cluster),
            "hidden",
            new CarelessGuard("kept")
        );
        await using var probe = new ExplainProbe(PostgresVersionsFixture.Observer(cluster), "hidden");
        var not = new List<string>();
        var known = 0;
        foreach (var text in OddTexts.Of("kept.bills"))
        {
            if ((await careless.ExplainAsync(text)).Facts?.Source != "re-explain")
                continue;
            known++;
            var source = (await probe.ExplainAsync(text)).Facts?.Source ?? "";
            if (source != "re-explain")
                not.Add($"{text}: {source}");
        }

        output.WriteLine($"{version}: {known} texts, no plan for {not.Count}:\n{string.Join('\n', not)}");
        Assert.True(not.Count <= known / 20, string.Join('\n', not));
    }

    /// <summary>On 15, text by text: <see cref="HostileTextTests"/>.</summary>
    [Theory]
    [OnPostgres(14)]
    [OnPostgres(18)]
    public async Task Explain_HostileTextPastTheRouter_DoesNotRunOnOldestAndNewest(int version)
    {
        var cluster = await servers.GetAsync(version);
        await HostileDatabase.MakeAsync(cluster);
        await cluster.ExecuteAsync(
            "GRANT USAGE ON SCHEMA kept TO rgpolicy; GRANT SELECT ON ALL TABLES IN SCHEMA public, kept TO rgpolicy",
            HostileDatabase.Name
        );
        var connection = PostgresVersionsFixture.Observer(cluster);
        await using var careless = new ExplainProbe(connection, HostileDatabase.Name, new CarelessGuard());
        var trap = (await careless.ExplainAsync("SELECT * FROM evil_view")).Facts!.Source;
        Assert.Contains(HostileDatabase.Evidence, trap, StringComparison.Ordinal);
        await using var probe = new ExplainProbe(connection, HostileDatabase.Name);
        foreach (
            var text in new[] { "kept.calls_deep", "\"kept\".\"with_predicate\"", "kept . compares" }.SelectMany(
                OddTexts.Of
            )
        )
        {
            var source = (await probe.ExplainAsync(text)).Facts?.Source ?? "";
            Assert.False(source.Contains(Evidence, StringComparison.Ordinal), $"{text}: it ran");
            Assert.True(source != "re-explain", $"{text}: it was planned");
        }

        foreach (object[] row in (IEnumerable<object[]>)HostileTexts.Hostile)
        {
            var text = (string)row[0];
            var source = (await probe.ExplainAsync(text)).Facts?.Source ?? "";
            Assert.False(source.Contains(Evidence, StringComparison.Ordinal), $"{text}: it ran");
            var left = await probe.LeftoversAsync();
            Assert.True(left.Length == 0, $"{text} left {left}");
        }
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
