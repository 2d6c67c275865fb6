using RgPolicy.Dbms.PostgreSql.Explain;
using RgPolicy.Dbms.Tests.PostgreSql.Explain.Race;
using RgPolicy.Dbms.Tests.PostgreSql.Sql.Names;
using Xunit.Abstractions;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain.Leaks;

/// <summary>Planning ends: texts whose expressions double with each level, of any number of levels, take less of the
/// processor than what ends their login's plans.</summary>
public sealed class GrowthLeakTests(ITestOutputHelper output)
{
    private const int MostLevels = 40;
    private const double TicksPerSecond = 100;

    public static TheoryData<int> Versions { get; } = new(RaceRun.Versions);

    [Theory]
    [MemberData(nameof(Versions))]
    public async Task Explain_TextsThatGrow_EndInTime(int version)
    {
        await using var arena = await LeakArena.StartAsync(version);
        await using var probe = new ExplainProbe(arena.Observer, "leaks");
        var (planned, refused, longest, slowest) = (0, 0, 0.0, "");
        var random = new Random(version);

        for (var i = 0; i < LeakTests.Tries * GrowingText.All.Count; i++)
        {
            var growing = GrowingText.All[i % GrowingText.All.Count];
            var text = growing.Text(1 + random.Next(MostLevels));
            var before = Cpu(await probe.BackendAsync());
            var answer = await probe.ExplainOnceAsync(
                random.Next(2) == 0 ? text : LeakAttack.Mixed(text, random),
                arena.Spy
            );
            var used = Cpu(await probe.BackendAsync()) - before;
            (longest, slowest) = used > longest ? (used, text) : (longest, slowest);
            planned += answer.Facts?.Source == "re-explain" ? 1 : 0;
            refused += answer.Facts?.Source?.Contains("become more than", StringComparison.Ordinal) == true ? 1 : 0;
        }

        output.WriteLine(
            FormattableString.Invariant(
                $"{version}: {GrowingText.All.Count} growths, {LeakTests.Tries} tries of each: {refused} refused, {planned} planned, {longest:0.00} s at most"
            )
        );
        Assert.True(
            longest < PlanningBudget.TooMuch.TotalSeconds,
            FormattableString.Invariant($"{longest:0.00} s: {slowest}")
        );
        Assert.True(planned > 0 && refused > 0, $"{planned} planned, {refused} refused");
    }

    private static double Cpu(int process)
    {
        var line = File.ReadAllText($"/proc/{process}/stat");
        var fields = line[(line.LastIndexOf(')') + 2)..].Split(' ');
        return (Number(fields[11]) + Number(fields[12])) / TicksPerSecond;
    }

    private static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);
}
