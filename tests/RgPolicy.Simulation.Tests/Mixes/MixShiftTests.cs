using RgPolicy.Simulation.Mixes;

namespace RgPolicy.Simulation.Tests.Mixes;

public sealed class MixShiftTests
{
    [Fact]
    public void Of_Mix_BeginsEachQueryLaterByLessThanAPoll()
    {
        var mix = new Mix
        {
            Queries =
            [
                .. Enumerable
                    .Range(0, 50)
                    .Select(index => new MixQuery
                    {
                        Name = $"q{index}",
                        BeginsSeconds = index,
                        Phases = [new MixPhase { CpuSeconds = index < 25 ? 0.5 : 50 }],
                    }),
            ],
        };

        var shifted = MixShift.Of(mix, 2).ToArray();

        Assert.Equal(2, shifted.Length);
        Assert.All(
            shifted.SelectMany(each => each.Queries.Take(25)),
            query => Assert.InRange(query.BeginsSeconds % 1, 0, 0.05)
        );
        foreach (var each in shifted)
        {
            var later = each.Queries.Select((query, index) => query.BeginsSeconds - index).ToArray();
            Assert.All(later, seconds => Assert.InRange(seconds, 0, mix.PollSeconds));
            Assert.Equal(50, later.Select(seconds => Math.Round(seconds, 6)).Distinct().Count());
        }

        Assert.NotEqual(shifted[0].Queries[0].BeginsSeconds, shifted[1].Queries[0].BeginsSeconds);
    }
}
