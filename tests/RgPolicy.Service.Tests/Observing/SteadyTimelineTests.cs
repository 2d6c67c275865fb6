using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Engine.Observe;
using RgPolicy.Plans;
using RgPolicy.Service.Observing;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Observing;

public sealed class SteadyTimelineTests
{
    private readonly LoopScene _scene = new();

    [Fact]
    public void Follow_ClockThatIsSteered_PassesObservationsThrough()
    {
        var timeline = new SteadyTimeline(_scene.Time);
        for (var poll = 0; poll < 1000; poll++)
        {
            var seen = Seen(TimeSpan.FromMilliseconds(poll * 5), _scene.Query(1, 3, PlanShape.Scan));
            Assert.Same(seen, timeline.Follow(seen, _scene.Time.GetTimestamp()));
            _scene.Time.Advance(TimeSpan.FromSeconds(20));
        }

        Assert.Equal(0, timeline.Jumps);
    }

    [Fact]
    public void Follow_AfterAJump_HandsOutTheSameInstancesWhileNothingChanges()
    {
        var timeline = new SteadyTimeline(_scene.Time);
        var query = _scene.Query(1, 3, PlanShape.Scan);
        timeline.Follow(Seen(TimeSpan.Zero, query), _scene.Time.GetTimestamp());
        var late = query with { ProcessId = 2, Started = query.Started + TimeSpan.FromHours(1) };
        var first = timeline.Follow(Seen(TimeSpan.FromHours(1), query, late), _scene.Time.GetTimestamp());
        var second = timeline.Follow(Seen(TimeSpan.FromHours(1), query, late), _scene.Time.GetTimestamp());

        Assert.Equal(first.Queries, second.Queries);
        Assert.Same(query, second.Queries[0]);
        Assert.Same(second.Queries[1], timeline.Again(Seen(TimeSpan.FromHours(1), query, late)).Queries[1]);
        Assert.Same(late, timeline.AsServed(second.Queries[1]));
        Assert.Equal(second.Time + TimeSpan.FromHours(1), second.ClockTime);
    }

    /// <summary>Queries come and go and the clock is set at random; the ages handed out are compared
    /// with the true ones.</summary>
    [Fact]
    public void Follow_AnyJumps_AgesAreTheTrueOnes() =>
        Prop.ForAll(Gen.Choose(0, int.MaxValue).ToArbitrary(), seed => Assert.Equal([], WrongAges(new Random(seed))))
            .QuickCheckThrowOnFailure();

    private List<string> WrongAges(Random random)
    {
        var timeline = new SteadyTimeline(_scene.Time);
        var ahead = TimeSpan.Zero;
        var running = new SortedDictionary<int, (ObservedQuery Query, DateTimeOffset TrueStart)>();
        List<string> wrong = [];
        for (var poll = 0; poll < 60; poll++)
        {
            if (random.Next(8) == 0)
                ahead += TimeSpan.FromSeconds(random.Next(5, 10_000) * (random.Next(2) == 0 ? 1 : -1));
            _scene.Time.Advance(TimeSpan.FromMilliseconds(random.Next(50, 2000)));
            for (var count = random.Next(3); count > 0; count--)
                Start(running, random.Next(1, 12), ahead);
            running.Remove(random.Next(1, 12));
            var seen = timeline.Follow(
                Seen(ahead, [.. running.Values.Select(each => each.Query)]),
                _scene.Time.GetTimestamp()
            );
            foreach (var query in seen.Queries)
            {
                var age = _scene.Time.GetUtcNow() - running[query.ProcessId].TrueStart;
                if ((seen.Time - query.Started - age).Duration() > TimeSpan.FromSeconds(2))
                    wrong.Add($"poll {poll}: process {query.ProcessId} is {seen.Time - query.Started}, truly {age}");
            }
        }

        return wrong;
    }

    private void Start(
        SortedDictionary<int, (ObservedQuery Query, DateTimeOffset TrueStart)> running,
        int processId,
        TimeSpan ahead
    )
    {
        var query = _scene.Query(processId, 0.01, PlanShape.Scan);
        running[processId] = (query with { Started = query.Started + ahead }, query.Started);
    }

    private Observation Seen(TimeSpan ahead, params ObservedQuery[] queries) =>
        new(_scene.Time.GetUtcNow() + ahead, [.. queries]);
}
