using System.Collections.Immutable;
using System.Globalization;
using RgPolicy.Language.Analysis.Classes;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;
using RgPolicy.Testing.Policies.Text;
using static RgPolicy.Language.Tests.PolicyTexts;

namespace RgPolicy.Language.Tests.Analysis;

/// <summary>Policies of thousands of classes are decided to the last class within the work budget.</summary>
public sealed class LargePolicyTests
{
    [Theory]
    [InlineData(1_000, 20, 1)]
    [InlineData(1_000, 100, 2)]
    [InlineData(3_000, 20, 3)]
    [InlineData(10_000, 1_000, 4)]
    public void Run_GeneratedPolicy_DecidesEveryClass(int classes, int names, int seed)
    {
        var policy = BindUnchecked(new LargePolicyGenerator(seed, names).Next(classes));

        var verdicts = Judge(policy, new WorkBudget(WorkBudget.PerPolicy));

        Assert.Equal(classes + 1, verdicts.Length);
        Assert.DoesNotContain(verdicts, verdict => verdict.State is ClassState.Undecided or ClassState.NotAsked);
        Assert.DoesNotContain(verdicts, verdict => verdict.IsRedundant is null);
    }

    [Fact]
    public void Run_AWindowForEachClassInMixedZones_DecidesEveryClass()
    {
        string[] zones =
        [
            "Europe/Berlin",
            "America/New_York",
            "Asia/Tokyo",
            "Australia/Sydney",
            "Pacific/Auckland",
            "America/Los_Angeles",
        ];
        var statements = Enumerable
            .Range(0, 400)
            .Select(index =>
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"window w{index} = mon..fri "
                        + $"{index % 24:00}:{index % 60:00}..{index * 7 % 24:00}:{index * 11 % 60:00} "
                        + $"'{zones[index % zones.Length]}'\n"
                )
                + FormattableString.Invariant(
                    $"class c{index} -> p when plan.rows > {10_000 - index} and during w{index}\n"
                )
            );

        var verdicts = Judge(Bind(string.Concat(statements)), new WorkBudget(WorkBudget.PerPolicy));

        Assert.DoesNotContain(verdicts, verdict => verdict.State is ClassState.Undecided or ClassState.NotAsked);
    }

    [Fact]
    public void Run_WithoutBudget_DecidesNothingAndGuessesNothing()
    {
        var verdicts = Judge(BindUnchecked(new LargePolicyGenerator(5, 20).Next(100)), new WorkBudget(1));

        Assert.All(verdicts[1..], verdict => Assert.Equal(ClassState.NotAsked, verdict.State));
    }

    private static ImmutableArray<ClassVerdict> Judge(Policy policy, WorkBudget budget)
    {
        var space = new AnalysisSpace(policy.Classes.Select(query => query.Condition).OfType<Condition>());
        return [.. new ClassAnalysis(new ClassBoxes(policy, space), budget).Run(isExplained: () => true)];
    }
}
