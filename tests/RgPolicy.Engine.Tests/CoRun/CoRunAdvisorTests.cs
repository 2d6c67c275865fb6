using RgPolicy.Engine.CoRun;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Tests.CoRun;

public sealed class CoRunAdvisorTests
{
    private static readonly CoRunOptions Shared = new() { Slots = 4, LlcBytes = 32 };
    private static readonly CoRunOptions Partitioned = Shared with { IsPartitioned = true };

    [Fact]
    public void Advise_WithoutPartitioning_SameLocalityTogetherSmallestFirst()
    {
        var advice = CoRunAdvisor.Advise(
            [Strong("r", 8)],
            [Weak("w", 9), Strong("big", 20), Strong("small", 4), Strong("middle", 6)],
            Shared
        );

        Assert.Equal("small middle", string.Join(' ', advice.Admissions.Select(item => item.Query.Id)));
        Assert.Contains(new AdmissionGate("locality", "weak", 0, 0, 1), advice.Gates);
        Assert.Contains(new AdmissionGate("locality", "strong", 3, 1, 1), advice.Gates);
    }

    [Fact]
    public void Advise_WhoeverIsHeld_IsToldWhy()
    {
        CoRunQuery[] waiting = [Weak("w", 9), Strong("big", 30)];

        var shared = CoRunAdvisor.Advise([Strong("r", 8)], waiting, Shared);
        var full = CoRunAdvisor.Advise([Strong("r", 8)], waiting, Partitioned with { Slots = 1 });

        Assert.Equal(
            "big: its hash tables do not fit into the cache beside those that run; "
                + "w: strong or moderate ones run, and nothing keeps the two apart in the cache",
            string.Join(
                "; ",
                shared.Held.Select(hold => $"{hold.Query.Id}: {hold.Reason}").Order(StringComparer.Ordinal)
            )
        );
        Assert.All(full.Held, hold => Assert.Equal("as many run as may", hold.Reason));
        Assert.Equal(2, full.Held.Length);
    }

    [Fact]
    public void Advise_WithPartitioning_BothKindsBesideEachOther()
    {
        var advice = CoRunAdvisor.Advise(
            [Strong("r", 8)],
            [Strong("s1", 1), Strong("s2", 2), Weak("w1", 900), Weak("w2", 800)],
            Partitioned
        );

        Assert.Equal("w2 s1 w1", string.Join(' ', advice.Admissions.Select(item => item.Query.Id)));
    }

    [Fact]
    public void Advise_WithPartitioningButOneKindAlone_TheSmallestBegin()
    {
        var large = Strong("large", 4.1) with { Waited = TimeSpan.FromSeconds(3) };

        var advice = CoRunAdvisor.Advise(
            [],
            [large, Strong("small", 0.9), Strong("middle", 2)],
            Partitioned with
            {
                Slots = 2,
            }
        );

        Assert.Equal("small middle", string.Join(' ', advice.Admissions.Select(item => item.Query.Id)));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Advise_WhoeverHasWaitedTooLong_GoesFirst(bool isPartitioned)
    {
        var old = Weak("old", 99) with { Waited = TimeSpan.FromSeconds(31) };

        var advice = CoRunAdvisor.Advise(
            [Strong("r", 8)],
            [Strong("s", 1), old],
            Shared with
            {
                IsPartitioned = isPartitioned,
            }
        );

        Assert.Equal("old", advice.Admissions[0].Query.Id);
        Assert.Equal("it has waited as long as anybody may", advice.Admissions[0].Reason);
    }

    [Fact]
    public void Advise_NothingRuns_SomebodyBegins()
    {
        Assert.Single(CoRunAdvisor.Advise([], [Strong("s", 1e9)], Shared).Admissions);
        Assert.Empty(CoRunAdvisor.Advise([], [], Shared).Admissions);
    }

    // Queries arrive and last at random; weak ones would wait for ever beside a stream of strong ones.
    [Theory]
    [InlineData(true, 1)]
    [InlineData(false, 2)]
    [InlineData(false, 3)]
    public void Advise_AnyStreamOfQueries_StarvesNobodyAndKeepsTheSlots(bool isPartitioned, int seed)
    {
        var options = Shared with { IsPartitioned = isPartitioned };
        var random = new Random(seed);
        var waiting = new List<(CoRunQuery Query, int Since)>();
        var running = new List<(CoRunQuery Query, int Until)>();
        var longest = 0;
        for (var second = 0; second < 20_000; second++)
        {
            running.RemoveAll(item => item.Until <= second);
            if (random.Next(100) < 70)
            {
                var isWeak = random.Next(20) == 0;
                waiting.Add(
                    (isWeak ? Weak($"{second}", random.Next(1, 99)) : Strong($"{second}", random.Next(1, 20)), second)
                );
            }

            var aged = waiting
                .Select(item => item.Query with { Waited = TimeSpan.FromSeconds(second - item.Since) })
                .ToList();
            var advice = CoRunAdvisor.Advise([.. running.Select(item => item.Query)], aged, options);

            foreach (var item in advice.Admissions)
            {
                var since = waiting.Single(other => other.Query.Id == item.Query.Id).Since;
                longest = Math.Max(longest, second - since);
                waiting.RemoveAll(other => other.Query.Id == item.Query.Id);
                running.Add((item.Query, second + random.Next(1, 6)));
            }

            Assert.True(running.Count <= options.Slots && (running.Count > 0 || waiting.Count == 0));
            Assert.Equal(running.Count, advice.Gates.Where(gate => gate.Kind == "class").Sum(gate => gate.Open));
        }

        // The longest wait and the time until a slot is free, for some in a row.
        Assert.InRange(longest, 0, 30 + 20);
    }

    private static CoRunQuery Strong(string id, double bytes) =>
        new(id, "join", PlanLocality.Strong, bytes, TimeSpan.Zero);

    private static CoRunQuery Weak(string id, double bytes) => new(id, "wide", PlanLocality.Weak, bytes, TimeSpan.Zero);
}
