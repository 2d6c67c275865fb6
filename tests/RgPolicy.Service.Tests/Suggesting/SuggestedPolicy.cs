using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Testing;
using RgPolicy.Engine.Workloads;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Formatting;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using RgPolicy.Service.Suggesting;

namespace RgPolicy.Service.Tests.Suggesting;

/// <summary>What every suggested policy has to be.</summary>
internal static class SuggestedPolicy
{
    private const int MostClasses = 10;

    /// <summary>Valid, without findings, formatted, by its own tests, short, and harmless to what is not
    /// known.</summary>
    public static void Holds(Suggestion suggestion, Workload workload, TargetProfile target, string which)
    {
        Assert.True(suggestion.Text is not null, $"{which}: {suggestion.Problem}");
        var check = PolicyReader.Check(suggestion.Text, "suggested.rgp", target);
        Assert.True(
            check.Policy is not null && check.Diagnostics.All(each => each.Severity == DiagnosticSeverity.Info),
            $"{which}: {string.Join("; ", check.Diagnostics.Select(each => each.Message))}\n{suggestion.Text}"
        );
        Assert.Equal(suggestion.Text, PolicyFormatter.Format(suggestion.Text, "suggested.rgp").Text);
        Assert.InRange(suggestion.Classes.Length, 0, MostClasses);
        var program = PolicyProgram.Compile(check.Policy, target);
        var results = new PolicyTestRunner(program, _ => null, _ => null).RunAll();
        Assert.All(results, result => Assert.True(result.Passed, $"{which}: {result.Message}\n{suggestion.Text}"));
        LeavesUnknownAlone(program, workload, which);
    }

    private static void LeavesUnknownAlone(PolicyProgram program, Workload workload, string which)
    {
        var placed = new PlacedWork(program, workload);
        Assert.All(
            workload.Groups.Where(IsUnknown),
            group => Assert.False(placed.IsThrottled(group), $"{which}: {group.Plan.Source}")
        );
    }

    // A load is one by its kind, whether its plan is known or not.
    private static bool IsUnknown(StatementGroup group) =>
        group.Plan is not { State: PlanState.Known, Profile.Shape: not PlanShape.Unknown }
        && group.Statement?.Kind is not (StatementKind.BulkLoad or StatementKind.IndexBuild);
}
