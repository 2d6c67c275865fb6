using RgPolicy.Testing.Engine.Differences;

namespace RgPolicy.Engine.Tests.Comparing;

/// <summary>A seeded part of what <c>rgp-policy-proof differences</c> does at length.</summary>
public sealed class DifferenceProofTests
{
    private const int PoliciesPerSeed = 20;

    [Theory]
    [InlineData(1)]
    [InlineData(3200)]
    public void Compare_DrawnPoliciesAndEdits_AgreesWithWhatTheEngineDoes(int firstSeed) => Prove(firstSeed, false);

    [Theory]
    [InlineData(54460)]
    [InlineData(900_001)]
    public void Compare_MoreOfThem_AgreesWithWhatTheEngineDoes(int firstSeed) => Prove(firstSeed, false);

    [Theory]
    [InlineData(1)]
    [InlineData(70_001)]
    public void Compare_EditsOfSingleWords_AgreesWithWhatTheEngineDoes(int firstSeed) => Prove(firstSeed, true);

    // Orders of rules of which a third has its way, a pool that a rule sends to while its class waits, a step that
    // cancels in another place.
    [Theory]
    [InlineData(217_365)]
    [InlineData(203_103)]
    [InlineData(1_002_181)]
    public void Compare_SeedsThatOnceHadNoSample_HaveOne(int seed) =>
        Assert.All(new DifferenceProof(seed).Run(), outcome => Assert.Empty(outcome.Contradiction));

    private static void Prove(int firstSeed, bool byToken)
    {
        var outcomes = Enumerable
            .Range(firstSeed, PoliciesPerSeed)
            .SelectMany(seed => new DifferenceProof(seed, byToken).Run())
            .ToList();

        Assert.Empty(outcomes.Select(outcome => outcome.Contradiction).Where(text => text.Length > 0).Take(2));
        Assert.True(outcomes.Count(outcome => outcome.Differs) > 10);
        Assert.True(outcomes.Count(outcome => outcome.IsEquivalent) > 10);
    }
}
