using RgPolicy.Engine.CoRun;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Tests.CoRun;

/// <summary>Why each query may begin, and exactly where each bound lies.</summary>
public sealed class AdmissionReasonTests
{
    private static readonly CoRunOptions Shared = new() { Slots = 2, LlcBytes = 32 };
    private static readonly CoRunOptions Partitioned = Shared with { IsPartitioned = true };

    [Fact]
    public void Advise_NothingRunsAndOneKindWaits_TheSmallestOfItBegins() =>
        Assert.Equal(
            "nothing runs: the smallest of the kind that has waited longest begins",
            First(Partitioned, [], Query("a", PlanLocality.Strong, 8), Query("b", PlanLocality.Strong, 9))
        );

    [Fact]
    public void Advise_NothingRunsAndBothKindsWait_WhoeverWaitedLongestBegins() =>
        Assert.Equal(
            "nothing runs",
            First(Partitioned, [], Query("a", PlanLocality.Strong, 8), Query("b", PlanLocality.Weak, 1))
        );

    [Theory]
    [InlineData(PlanLocality.Strong, "weak beside strong and moderate: it is kept in its part of the cache")]
    [InlineData(PlanLocality.Weak, "strong or moderate beside weak: the cache is its own")]
    public void Advise_PartitionedAndTheOtherKindWaits_SaysWhatItHas(PlanLocality running, string reason) =>
        Assert.Equal(
            reason,
            First(
                Partitioned,
                [Query("r", running, 1)],
                Query("s", PlanLocality.Moderate, 2),
                Query("w", PlanLocality.Weak, 3)
            )
        );

    [Fact]
    public void Advise_PartitionedAndOnlyTheSameKindWaits_SaysSo() =>
        Assert.Equal(
            "none of the other kind waits",
            First(Partitioned, [Query("r", PlanLocality.Weak, 1)], Query("w", PlanLocality.Weak, 3))
        );

    [Fact]
    public void Advise_WeakBesideWeak_NeedsNoRoom() =>
        Assert.Equal(
            "weak beside weak: they harm no other",
            First(Shared, [Query("r", PlanLocality.Weak, 99)], Query("w", PlanLocality.Weak, 99))
        );

    [Theory]
    [InlineData(24, "the smallest hash tables of the same kind, and all fit into the cache")]
    [InlineData(24.5, null)]
    public void Advise_StrongBesideStrong_FitsToTheLastByte(double bytes, string? reason) =>
        Assert.Equal(
            reason,
            First(Shared, [Query("r", PlanLocality.Strong, 8)], Query("s", PlanLocality.Strong, bytes))
        );

    [Theory]
    [InlineData(30, "it has waited as long as anybody may")]
    [InlineData(29.9, null)]
    public void Advise_WaitedLong_GoesFirstFromTheBoundOn(double seconds, string? reason) =>
        Assert.Equal(
            reason,
            First(
                Shared,
                [Query("r", PlanLocality.Strong, 8)],
                Query("w", PlanLocality.Weak, 9) with
                {
                    Waited = TimeSpan.FromSeconds(seconds),
                }
            )
        );

    // As many of one kind as of the other: the pair counts as strong.
    [Fact]
    public void Advise_AsManyWeakAsStrong_HoldsTheWeak()
    {
        var advice = CoRunAdvisor.Advise(
            [Query("r", PlanLocality.Strong, 31), Query("q", PlanLocality.Weak, 1)],
            [Query("w", PlanLocality.Weak, 1)],
            Shared with
            {
                Slots = 3,
            }
        );

        Assert.Equal(
            "strong or moderate ones run, and nothing keeps the two apart in the cache",
            Assert.Single(advice.Held).Reason
        );
    }

    [Fact]
    public void Advise_WeakRunsAndStrongWaits_SaysThatWeakOnesRun() =>
        Assert.Equal(
            "weak ones run, and nothing keeps the two apart in the cache",
            Assert
                .Single(
                    CoRunAdvisor
                        .Advise([Query("r", PlanLocality.Weak, 1)], [Query("s", PlanLocality.Strong, 1)], Shared)
                        .Held
                )
                .Reason
        );

    [Fact]
    public void Advise_WaitedAsLong_GoByName() =>
        Assert.Equal(
            ["a", "b"],
            CoRunAdvisor
                .Advise([], [Query("b", PlanLocality.Weak, 1), Query("a", PlanLocality.Strong, 9)], Partitioned)
                .Admissions.Select(each => each.Query.Id),
            StringComparer.Ordinal
        );

    [Fact]
    public void Advise_SeveralClasses_HaveTheirGatesByName()
    {
        var advice = CoRunAdvisor.Advise(
            [],
            [
                Query("1", PlanLocality.Weak, 1) with
                {
                    Class = "z",
                },
                Query("2", PlanLocality.Weak, 2) with
                {
                    Class = "b",
                },
                Query("3", PlanLocality.Strong, 3) with
                {
                    Class = "m",
                },
            ],
            Shared with
            {
                Slots = 1,
            }
        );

        Assert.Equal(
            ["class b", "class m", "class z", "locality strong", "locality weak"],
            advice.Gates.Select(gate => $"{gate.Kind} {gate.Name}"),
            StringComparer.Ordinal
        );
    }

    [Fact]
    public void LlcBytes_UnlessGiven_Are32Mebibytes() => Assert.Equal(33_554_432, new CoRunOptions().LlcBytes);

    private static string? First(CoRunOptions options, CoRunQuery[] running, params CoRunQuery[] waiting) =>
        CoRunAdvisor.Advise(running, waiting, options).Admissions.FirstOrDefault()?.Reason;

    private static CoRunQuery Query(string id, PlanLocality locality, double bytes) =>
        new(id, "c", locality, bytes, TimeSpan.Zero);
}
