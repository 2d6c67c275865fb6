using RgPolicy.Testing.Policies.Checks;
using RgPolicy.Testing.Policies.Text;

namespace RgPolicy.Language.Tests.Analysis;

/// <summary>A seeded part of what <c>rgp-policy-proof</c> does at length.</summary>
public sealed class VerdictProofTests
{
    private const int PoliciesPerSeed = 400;

    [Theory]
    [InlineData(1)]
    [InlineData(1_000_001)]
    [InlineData(2_000_001)]
    [InlineData(3_000_001)]
    [InlineData(4_000_001)]
    public void Check_DrawnPolicies_AgreesWithCountingEveryCase(int firstSeed)
    {
        var differences =
            from seed in Enumerable.Range(firstSeed, PoliciesPerSeed)
            let policy = new PolicyGenerator(seed).Next()
            from difference in VerdictProof.Differences(policy, VerdictProof.Check(policy))
            select $"seed {seed}: {difference}\n{policy.Text}";

        Assert.Empty(differences.Take(3));
    }

    [Fact]
    public void Check_DrawnPolicies_TellsEachDueVerdict()
    {
        var due = new DueVerdicts();
        foreach (var seed in Enumerable.Range(5_000_001, PoliciesPerSeed))
        {
            var policy = new PolicyGenerator(seed).Next();
            due.Add(policy, VerdictProof.Check(policy).Diagnostics);
        }

        Assert.All(due.Counts.Values, count => Assert.Equal((0, 0), (count.Missing, count.False)));
        Assert.True(due.Counts.Values.Sum(count => count.Found) > PoliciesPerSeed);
    }
}
