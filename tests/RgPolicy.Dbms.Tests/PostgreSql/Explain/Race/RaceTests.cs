using RgPolicy.Dbms.PostgreSql.Explain.Guarding;
using Xunit.Abstractions;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain.Race;

/// <summary>Law 9, tried: a seeded part here, ten thousand tries of each attack by <c>tools/race</c>.</summary>
public sealed class RaceTests(ITestOutputHelper output)
{
    private const int MostTriesWithoutTheGuard = 4000;

    public static TheoryData<int> Versions { get; } = new(RaceRun.Versions);

    /// <summary>That the harness sees a raid is tried on one version: the raids are the same on all.</summary>
    public static TheoryData<int> NewestVersion { get; } = [RaceRun.Versions.Last()];

    [Theory]
    [MemberData(nameof(Versions))]
    public async Task Explain_WhileARaiderReplacesWhatItNames_NothingOfHisRuns(int version)
    {
        await using var arena = await RaceArena.StartAsync(version);

        var tallies = await RaceRun.AllAsync(
            arena,
            Guard,
            attack => RaceRun.Tries - RaceTally.TriesIn(RaceRun.File, version, attack.Name)
        );

        foreach (var (attack, tally) in tallies)
            output.WriteLine($"{version} {attack}: {tally}");
        if (RaceRun.File is { } file)
            await File.AppendAllLinesAsync(
                file,
                tallies.Where(t => t.Value.Tries > 0).Select(t => t.Value.Line(version, t.Key))
            );
        Assert.All(tallies, tally => Assert.True(tally.Value.Raids == 0, $"{tally.Key}: {tally.Value}"));
        // An attack beside which nothing is planned tries nothing.
        Assert.All(
            tallies.Where(t => t.Value.Tries >= 80),
            tally => Assert.True(tally.Value.Planned > 0, $"{tally.Key}: {tally.Value}")
        );
    }

    [Theory]
    [MemberData(nameof(NewestVersion))]
    public async Task Explain_WithoutTheGuard_EveryRaidSucceeds(int version) =>
        await SucceedsAsync(
            version,
            () => new CarelessGuard("arena, shared, solid, outpost, pg_catalog"),
            "no guard",
            RaceAttack.All
        );

    [Theory]
    [MemberData(nameof(NewestVersion))]
    public async Task Explain_WithAGuardThatDoesNotLock_EveryRaidSucceeds(int version) =>
        await SucceedsAsync(
            version,
            () => new ForgetfulGuard(Guard()),
            "no locks",
            RaceAttack.All.Where(a => !a.IsByOwnerAlone)
        );

    private static PlanGuard Guard() => new(TimeSpan.FromMinutes(1));

    private async Task SucceedsAsync(int version, Func<IPlanGuard> guard, string name, IEnumerable<RaceAttack> attacks)
    {
        await using var arena = await RaceArena.StartAsync(version);

        var tallies = await RaceRun.AllAsync(
            arena,
            guard,
            attack => attacks.Contains(attack) ? MostTriesWithoutTheGuard : 0,
            untilRaided: true
        );

        foreach (var (attack, tally) in tallies)
            output.WriteLine($"{version} {name} {attack}: {tally}");
        Assert.All(attacks, attack => Assert.True(tallies[attack.Name].Raids > 0, $"{attack}: {tallies[attack.Name]}"));
    }
}
