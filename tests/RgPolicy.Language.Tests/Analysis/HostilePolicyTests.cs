using RgPolicy.Language.Analysis;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Diagnostics;
using static RgPolicy.Language.Tests.PolicyTexts;

namespace RgPolicy.Language.Tests.Analysis;

/// <summary>Policies made to be hard: an answer, or RG3090, for bounded work. It is counted, in steps of the search and
/// in bytes, not timed.</summary>
public sealed class HostilePolicyTests
{
    private const long Megabyte = 1024 * 1024;

    private static readonly string[] Numbers =
    [
        "plan.working_set",
        "plan.streamed",
        "plan.grant",
        "plan.rows",
        "plan.random_accesses",
        "plan.dop",
        "request.reads",
        "request.writes",
    ];

    private readonly Random _random = new(20261121);

    [Fact]
    public void Check_LongListInEveryClass_Ends() =>
        AssertEnds(
            string.Join(
                '\n',
                Enumerable
                    .Range(0, 1_000)
                    .Select(index =>
                        $"class c{index} -> p when session.login in ({string.Join(", ", Enumerable.Range(0, 100).Select(_ => $"'n{_random.Next(5_000)}'"))})"
                        + $" and plan.dop in ({string.Join(", ", Enumerable.Range(0, 20).Select(_ => _random.Next(60)))})"
                    )
            ),
            megabytes: 1100
        );

    [Fact]
    public void Check_OverlappingRangesInEightDimensions_Ends() =>
        AssertEnds(
            string.Join(
                '\n',
                Enumerable
                    .Range(0, 1_000)
                    .Select(index => $"class c{index} -> p when {string.Join(" and ", Numbers.Select(Range))}")
            ),
            megabytes: 70
        );

    [Fact]
    public void Check_LongPatterns_Ends() =>
        AssertEnds(
            string.Join(
                '\n',
                Enumerable
                    .Range(0, 100)
                    .Select(index =>
                        $"class c{index} -> p when session.app like '{string.Concat(Enumerable.Range(0, 500).Select(_ => "%a_b"[_random.Next(4)]))}%'"
                        + $" and not session.login like '%{index}%_%{new string('x', 2_000)}'"
                    )
            ),
            megabytes: 280
        );

    [Theory]
    [InlineData("plan.dop in ({0})")]
    [InlineData("plan.dop in ({0}) and plan.dop > 3")]
    [InlineData("not plan.dop in ({0}) or plan.rows > 3 and plan.dop < 7")]
    public void Check_ListOfManyElements_TellsTheRepeatedOne(string condition)
    {
        var list = string.Join(", ", Enumerable.Range(10, 500).Append(77));

        var found = AssertEnds(
            "class a -> p when " + condition.Replace("{0}", list, StringComparison.Ordinal),
            megabytes: 110
        );

        Assert.Contains(
            found,
            each => each.Code == "RG3006" && each.Message.StartsWith("Element 501 of 501", StringComparison.Ordinal)
        );
    }

    /// <param name="statements">The policy's statements.</param>
    /// <param name="megabytes">What may be allocated over the whole run: about twice what it takes.</param>
    private static IReadOnlyList<Diagnostic> AssertEnds(string statements, long megabytes)
    {
        var policy = BindUnchecked(Head + statements + Tail);
        var (bag, budget) = (new DiagnosticBag("test.rgp"), new WorkBudget(WorkBudget.PerPolicy));
        var before = GC.GetAllocatedBytesForCurrentThread();

        new PolicyAnalysis(bag, budget).Run(policy);

        var bytes = GC.GetAllocatedBytesForCurrentThread() - before;
        Assert.True(bytes < megabytes * Megabyte, $"{bytes / Megabyte} MiB");
        Assert.True(budget.Spent < WorkBudget.PerPolicy + WorkBudget.PerQuestion, $"{budget.Spent} steps");
        return bag.Found;
    }

    private string Range(string signal)
    {
        var low = _random.Next(1_000);
        var unit = signal is "plan.rows" or "plan.random_accesses" or "plan.dop" ? "" : " MiB";
        return FormattableString.Invariant($"{signal} between {low}{unit} and {low + _random.Next(1_000)}{unit}");
    }
}
