using RgPolicy.Plans.Tests.Building;
using RgPolicy.Plans.Tests.Corpus;
using Xunit.Abstractions;

namespace RgPolicy.Plans.Tests.Labels;

/// <summary>
/// Agreement with labels that were written by hand from the plans of the shared corpus and the definitions.
/// </summary>
public class AgreementTests(ITestOutputHelper output)
{
    private const double CloseCall = 0.8;

    [SharedCorpusFact]
    public void Shape_AgreesWithAtLeast95Percent() =>
        Check(
            "shape",
            0.95,
            label => label.Shape.ToString(),
            (label, profile) => HasShape(label.Shape, profile),
            profile => profile.Shape.ToString()
        );

    [SharedCorpusFact]
    public void CacheUse_AgreesWithAtLeast90Percent() =>
        Check(
            "cache use",
            0.90,
            label => label.CacheUse?.ToString(),
            (label, profile) => profile.CacheUse == label.CacheUse,
            profile => profile.CacheUse.ToString()
        );

    [SharedCorpusFact]
    public void WorkingSet_IsWithinAFactorOf2_For90Percent() =>
        Check(
            "working set",
            0.90,
            label => label.WorkingSet?.ToString("0", CultureInfo.InvariantCulture),
            IsNear,
            profile => $"{profile.WorkingSetBytes.Value}"
        );

    [Fact]
    public void Labels_AreAtLeast150_EachWithAReason()
    {
        Assert.True(Label.All.Count >= 150);
        Assert.All(Label.All, label => Assert.NotEmpty(label.Reason));
    }

    private static bool HasShape(PlanShape shape, PlanProfile profile) =>
        profile.Shape == shape
        || (profile.RunnerUp == shape && profile.RunnerUpShare >= CloseCall * profile.ShapeShare);

    private static bool IsNear(Label label, PlanProfile profile) =>
        (double?)profile.WorkingSetBytes.Value is double bytes
        && bytes <= label.WorkingSet * 2
        && bytes >= label.WorkingSet / 2;

    private void Check(
        string what,
        double needed,
        Func<Label, string?> expected,
        Func<Label, PlanProfile, bool> agrees,
        Func<PlanProfile, string> actual
    )
    {
        var folder = SharedCorpus.Folder ?? "";
        var asked = Label.All.Where(label => expected(label) is not null).ToList();
        var wrong = new List<string>();
        foreach (var label in asked)
        {
            var profile = PlanReader
                .Read(File.ReadAllBytes(Path.Combine(folder, label.File)), Make.Options)
                .Statements[label.Ordinal]
                .Profile;
            if (!agrees(label, profile))
                wrong.Add(
                    $"{label.File} #{label.Ordinal}: {expected(label)} ({label.Reason}), judged {actual(profile)} "
                        + $"({profile.Reason})"
                );
        }

        var agreement = 1 - (wrong.Count / (double)asked.Count);
        var summary = string.Create(
            CultureInfo.InvariantCulture,
            $"{what}: {asked.Count - wrong.Count} of {asked.Count} agree ({agreement:P1})"
        );
        output.WriteLine(summary + "\n" + string.Join('\n', wrong));
        Assert.True(agreement >= needed, summary + "\n" + string.Join('\n', wrong));
    }
}
