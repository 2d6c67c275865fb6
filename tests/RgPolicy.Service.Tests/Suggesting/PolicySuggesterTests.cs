using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Testing;
using RgPolicy.Engine.Workloads;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Formatting;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using RgPolicy.Service.Suggesting;
using static RgPolicy.Service.Tests.Suggesting.Workloads;

namespace RgPolicy.Service.Tests.Suggesting;

public sealed class PolicySuggesterTests
{
    private static readonly TargetProfile Target = TargetProfile.Generic;

    [Fact]
    public void Suggest_ScanBesideShortTransactions_NarrowsOnlyTheScan()
    {
        var suggestion = Suggest(Of(Group(PlanShape.Oltp, longest: 0.01), Group(PlanShape.Scan, streamed: 700 * MiB)));

        Assert.Equal(["oltp critical", "scan polluters"], Named(suggestion));
        Assert.DoesNotContain("pool reporting", suggestion.Text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(1023, "insensitive_join polluters")]
    [InlineData(1024, "join reporting")]
    [InlineData(64 * 1024, "join reporting")]
    [InlineData(65 * 1024, "insensitive_join polluters")]
    public void Suggest_Join_GoesByWhatItLooksUp(int kilobytes, string expected) =>
        Assert.Equal([expected], Named(Suggest(Of(Group(PlanShape.Join, kilobytes * 1024m)))));

    [Fact]
    public void Suggest_JoinOfUnknownSize_IsNotNarrowed() =>
        Assert.Empty(Suggest(Of(Group(PlanShape.Join, workingSet: null))).Classes);

    [Fact]
    public void Suggest_NoPlan_IsTheDefaultWithItsReason()
    {
        var suggestion = Suggest(Of(WithoutPlan("a function has no plan", 40)));

        Assert.Empty(suggestion.Classes);
        Assert.Equal(new UnknownWork("a function has no plan", 3, 40), Assert.Single(suggestion.Unknown));
        Assert.Contains("//   3 queries, 40 s: a function has no plan", suggestion.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Suggest_AggregationThatAnApplicationAsksAgainAndAgain_StaysQuick()
    {
        var suggestion = Suggest(
            Of(
                Group(PlanShape.Aggregation, app: "shop", longest: 0.3, executions: 500),
                Group(PlanShape.Aggregation, app: "SSRS", longest: 30)
            )
        );

        Assert.Equal(["quick critical", "aggregation reporting"], Named(suggestion));
        Assert.Contains("session.app = 'shop'", suggestion.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Suggest_QuickAndLongOfOneApplication_AreToldByWhatTheyRead()
    {
        var suggestion = Suggest(
            Of(
                Group(PlanShape.Scan, streamed: 3 * MiB, longest: 0.1, executions: 500),
                Group(PlanShape.Scan, streamed: 900 * MiB, longest: 30)
            )
        );

        Assert.Contains("plan.shape = scan and plan.streamed <= 6 MiB", suggestion.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Suggest_QuickThatNoQuestionTells_IsNarrowedWithTheRest()
    {
        var suggestion = Suggest(
            Of(
                Group(PlanShape.Scan, streamed: 3 * MiB, longest: 0.1, executions: 500),
                Group(PlanShape.Scan, streamed: 4 * MiB, longest: 30)
            )
        );

        Assert.Equal(["scan polluters"], Named(suggestion));
    }

    [Fact]
    public void Suggest_ShapeThatIsSeldomAndOverSoon_IsLeftAlone()
    {
        var suggestion = Suggest(Of(Group(PlanShape.Sort, longest: 0.2, executions: 2)));

        Assert.Empty(suggestion.Classes);
        Assert.Single(suggestion.Ungoverned);
    }

    [Fact]
    public void Suggest_Objective_YieldsWhatIsNarrowed()
    {
        var suggestion = Suggest(
            Of(Group(PlanShape.Oltp, longest: 0.01), Group(PlanShape.Scan), Group(PlanShape.Aggregation)),
            objective: "oltp p95 < 20 ms"
        );

        Assert.Contains(
            "objective oltp p95 elapsed < 20 ms { yields polluters, reporting }",
            suggestion.Text,
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData("fast please", "is not an objective")]
    [InlineData("nobody p95 < 20 ms", "No class `nobody` was found")]
    [InlineData("oltp p95 < 20 ms { } pool x { cache 1% }", "is not an objective")]
    public void Suggest_ObjectiveThatCannotBeUsed_SaysWhy(string objective, string expected)
    {
        var suggestion = Suggest(Of(Group(PlanShape.Oltp), Group(PlanShape.Scan)), objective: objective);

        Assert.Null(suggestion.Text);
        Assert.Contains(expected, suggestion.Problem, StringComparison.Ordinal);
    }

    [Fact]
    public void Suggest_AnythingDrawn_IsValidFormattedTestedAndWithoutFindings()
    {
        for (var seed = 0; seed < 300; seed++)
        {
            var suggestion = Suggest(Drawn(seed));
            Assert.True(suggestion.Text is not null, $"seed {seed}: {suggestion.Problem}");

            var check = PolicyReader.Check(suggestion.Text, "suggested.rgp", Target);
            Assert.True(
                check.Policy is not null && check.Diagnostics.All(each => each.Severity == DiagnosticSeverity.Info),
                $"seed {seed}: {string.Join("; ", check.Diagnostics.Select(each => each.Message))}\n{suggestion.Text}"
            );
            Assert.Equal(suggestion.Text, PolicyFormatter.Format(suggestion.Text, "suggested.rgp").Text);
            var results = new PolicyTestRunner(
                PolicyProgram.Compile(check.Policy, Target),
                _ => null,
                _ => null
            ).RunAll();
            Assert.All(
                results,
                result => Assert.True(result.Passed, $"seed {seed}: {result.Message}\n{suggestion.Text}")
            );
        }
    }

    private static Suggestion Suggest(Workload workload, string? objective = null) =>
        PolicySuggester.Suggest(workload, new SuggestionRequest(Target, "monday.rgrec", "postgresql", objective));

    private static string[] Named(Suggestion suggestion) =>
        [.. suggestion.Classes.Select(each => $"{each.Name} {each.PoolName}")];
}
