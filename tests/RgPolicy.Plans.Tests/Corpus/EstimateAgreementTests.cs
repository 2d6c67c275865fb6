using RgPolicy.Plans.Tests.Building;
using Xunit.Abstractions;

namespace RgPolicy.Plans.Tests.Corpus;

/// <summary>Every measured PostgreSQL plan of the shared corpus is judged twice: as measured, and by
/// its estimates alone.</summary>
public class EstimateAgreementTests(ITestOutputHelper output)
{
    private const double NearTie = 0.8;

    [SharedCorpusFact]
    public void Shape_FromEstimates_IsNearlyAlwaysAsMeasured()
    {
        var pairs = SharedCorpus.Files("postgres").SelectMany(Pairs).ToList();
        var differing = pairs.Where(pair => pair.Measured.Shape != pair.Estimated.Shape).ToList();
        var near = differing.Count(IsNear);
        foreach (var pair in differing)
            output.WriteLine(
                $"{(IsNear(pair) ? "near tie" : "differs")}: {pair.Name}: measured {Told(pair.Measured)}, estimated {Told(pair.Estimated)}"
            );
        output.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{pairs.Count} measured plans: {differing.Count - near} differ, and {near} near ties"
            )
        );

        Assert.InRange(pairs.Count, 2_000, 3_000);
        Assert.InRange(differing.Count - near, 0, pairs.Count / 20);
        Assert.InRange(near, 0, pairs.Count / 100);
    }

    private static IEnumerable<(string Name, PlanProfile Measured, PlanProfile Estimated)> Pairs(string file)
    {
        var text = File.ReadAllText(file);
        return WithoutActuals.Of(text) is not { } bare
            ? []
            : PlanReader
                .Read(text, Make.Options)
                .Statements.Zip(PlanReader.Read(bare, Make.Options).Statements)
                .Where(pair => pair.First.Profile.ShapeProvenance == Provenance.Actual)
                .Select(pair => (Path.GetFileName(file), pair.First.Profile, pair.Second.Profile));
    }

    private static bool IsNear((string Name, PlanProfile Measured, PlanProfile Estimated) pair) =>
        IsNear(pair.Measured, pair.Estimated.Shape) || IsNear(pair.Estimated, pair.Measured.Shape);

    private static bool IsNear(PlanProfile profile, PlanShape shape) =>
        profile.RunnerUp == shape && profile.RunnerUpShare >= NearTie * profile.ShapeShare;

    private static string Told(PlanProfile profile) => $"{profile.Shape} ({profile.Reason})";
}
