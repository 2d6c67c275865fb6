using RgPolicy.Sidecar.Tests.Integration;

namespace RgPolicy.Sidecar.Tests.Chaos;

/// <summary>A seeded part of what tools/chaos/sidecar does.</summary>
[Collection(HostCollection.Name)]
public sealed class ChaosTests
{
    private const int Rounds = 50;

    // The command holds everybody to 2 s; a machine that runs other tests beside may need longer.
    private static readonly TimeSpan Bound = TimeSpan.FromSeconds(10);

    [RootFact]
    public async Task Kill_AnybodyAtAnyMoment_EverythingIsAsBeforeAndOthersAreUntouched()
    {
        using var chaos = new ChaosRounds(seed: 7, Bound);
        for (var round = 1; round <= Rounds; round++)
            _ = await chaos.RunAsync(round);

        Assert.True(chaos.ForeignEdits > 50, $"{chaos.ForeignEdits} edits");
    }
}
