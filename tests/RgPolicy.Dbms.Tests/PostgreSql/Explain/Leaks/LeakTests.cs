using RgPolicy.Dbms.Tests.PostgreSql.Explain.Race;
using Xunit.Abstractions;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain.Leaks;

/// <summary>Nothing of the server's own that tells or locks runs while a text is planned: a seeded part here, ten
/// thousand tries of each attack by <c>tools/leaks</c>.</summary>
public sealed class LeakTests(ITestOutputHelper output)
{
    // Division by zero: the function ran, as its text divides by what it gives.
    private const string Ran = "22012";

    public static readonly int Tries = int.TryParse(
        Environment.GetEnvironmentVariable("RGPOLICY_LEAK_TRIES"),
        CultureInfo.InvariantCulture,
        out var tries
    )
        ? tries
        : 30;

    public static TheoryData<int> Versions { get; } = new(RaceRun.Versions);

    [Theory]
    [MemberData(nameof(Versions))]
    public async Task Explain_FunctionsThatTellOrLock_NeitherRunNorAreSeen(int version)
    {
        await using var arena = await LeakArena.StartAsync(version);
        await using var probe = new ExplainProbe(arena.Observer, "leaks");
        using var stop = new CancellationTokenSource();
        var watch = Task.Run(async () => await arena.WatchAsync(await probe.BackendAsync(), stop.Token));
        var (planned, refused, failed) = (0, 0, 0);
        var wrong = new List<string>();
        var random = new Random(version);

        for (var i = 0; i < Tries * LeakAttack.All.Count; i++)
        {
            var text = LeakAttack.All[i % LeakAttack.All.Count].Text(arena, random);
            var answer = await probe.ExplainOnceAsync(text);
            var source = answer.Facts?.Source ?? "";
            if (source == "re-explain" || source.Contains(Ran, StringComparison.Ordinal))
                wrong.Add($"{text}: {source}");
            planned += source == "re-explain" ? 1 : 0;
            failed += answer.Failures > 0 ? 1 : 0;
            refused += source.Contains("is not on the list", StringComparison.Ordinal) ? 1 : 0;
        }

        await stop.CancelAsync();
        var (seen, looks) = await watch;
        output.WriteLine(
            $"{version}: {LeakAttack.All.Count} attacks, {Tries} tries of each: {refused} refused by the list, {planned} planned, "
                + $"{failed} failed; the spy looked {looks} times and saw {seen}"
        );
        Assert.Empty(wrong);
        Assert.Equal(0, seen);
        Assert.True(looks > 0, "the spy did not look");
    }

    [Theory]
    [MemberData(nameof(Versions))]
    public async Task Explain_WithoutTheGuard_EveryFunctionRuns(int version)
    {
        await using var arena = await LeakArena.StartAsync(version);
        await using var probe = new ExplainProbe(arena.Observer, "leaks", new CarelessGuard());

        foreach (var attack in LeakAttack.All.Where(each => each.Since <= version))
        {
            var answer = await probe.ExplainOnceAsync(attack.Plain(arena));
            output.WriteLine($"{version} {attack}: {answer.Facts?.Source}");
            Assert.Contains(Ran, answer.Facts?.Source ?? "", StringComparison.Ordinal);
        }
    }

    [Theory]
    [MemberData(nameof(Versions))]
    public async Task Explain_LockBeyondTheVerdict_IsSeenAfterThePlan(int version)
    {
        await using var arena = await LeakArena.StartAsync(version);
        await using var probe = new ExplainProbe(arena.Observer, "leaks", new CarelessGuard(mayLockAll: false));

        var answer = await probe.ExplainOnceAsync(
            $"SELECT 1 FROM pg_class WHERE relname = pg_get_viewdef({arena.ViewOids[3]}::oid)"
        );

        Assert.Contains("a lock on ", answer.Facts!.Source, StringComparison.Ordinal);
    }
}
