using RgPolicy.Language.Analysis;
using RgPolicy.Language.Analysis.Classes;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Testing.Policies.Text;
using static RgPolicy.Language.Tests.PolicyTexts;

namespace RgPolicy.Language.Tests.Analysis;

/// <summary>Policies of hundreds of classes are decided to the last class within the work budget; of larger ones what
/// was not decided is told.</summary>
public sealed class LargePolicyTests
{
    [Theory]
    [InlineData(300, 20, 5)]
    [InlineData(300, 1_000, 6)]
    [InlineData(1_000, 20, 1)]
    [InlineData(1_000, 100, 2)]
    public void Run_GeneratedPolicy_DecidesEveryClass(int classes, int names, int seed)
    {
        var policy = BindUnchecked(new LargePolicyGenerator(seed, names).Next(classes));

        var verdicts = Judge(policy, new WorkBudget(WorkBudget.PerPolicy));

        Assert.Equal(classes + 1, verdicts.Length);
        Assert.DoesNotContain(verdicts, verdict => verdict.State is ClassState.Undecided or ClassState.NotAsked);
        Assert.DoesNotContain(verdicts, verdict => verdict.IsRedundant is null);
    }

    [Fact]
    public void Run_WithoutBudget_TellsWhatAConditionTellsByItself()
    {
        var policy = BindUnchecked(
            Head
                + "class a -> p when plan.rows > 5\n"
                + "class b -> p when plan.rows > 5 and plan.rows > 3\n"
                + "class c -> p when plan.rows > 5 and plan.rows < 3"
                + Tail
        );
        var bag = new DiagnosticBag("test.rgp");

        new PolicyAnalysis(bag, new WorkBudget(1)).Run(policy);

        Assert.Single(bag.Found, found => found.Message.Contains("From the class", StringComparison.Ordinal));
        Assert.Contains(bag.Found, found => found.Code == "RG3006" && found.Range.StartLine == 4);
        Assert.Contains(bag.Found, found => found.Code == "RG3001" && found.Range.StartLine == 5);
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
        var policy = BindUnchecked(new LargePolicyGenerator(5, 20).Next(100));

        var verdicts = Judge(policy, new WorkBudget(1));

        // That a condition is never true is known without a search; nothing else is.
        Assert.Equal(
            Judge(policy, new WorkBudget(WorkBudget.PerPolicy))[1..]
                .Select(whole => whole.State == ClassState.NeverTrue ? whole.State : ClassState.NotAsked),
            verdicts[1..].Select(verdict => verdict.State)
        );
    }

    private static ImmutableArray<ClassVerdict> Judge(Policy policy, WorkBudget budget)
    {
        var space = new AnalysisSpace(policy.Classes.Select(query => query.Condition).OfType<Condition>());
        return [.. new ClassAnalysis(new ClassBoxes(policy, space), budget).Run(isExplained: () => true)];
    }
}
