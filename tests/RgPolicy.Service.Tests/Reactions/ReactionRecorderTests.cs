using RgPolicy.Engine.Observe;
using RgPolicy.Plans;
using RgPolicy.Service.Reactions;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Reactions;

public sealed class ReactionRecorderTests
{
    private readonly LoopScene _scene = new();
    private readonly List<Reaction> _told = [];

    [Fact]
    public void Moved_QueryThatBeganWhileWatched_IsMeasuredFromItsStart()
    {
        var recorder = new ReactionRecorder(_told.Add);
        var began = _scene.Time.GetUtcNow();
        recorder.Observe(new Observation(began, []));

        Govern(recorder, Started(began + TimeSpan.FromSeconds(1)), began + TimeSpan.FromSeconds(1.1));

        Assert.Equal(TimeSpan.FromSeconds(0.1), Assert.Single(_told).Delay);
    }

    [Fact]
    public void Moved_QueryThatRanWhenWatchingBegan_IsMeasuredFromThen()
    {
        var recorder = new ReactionRecorder(_told.Add);
        var began = _scene.Time.GetUtcNow();
        var query = Started(began - TimeSpan.FromSeconds(100));
        recorder.Observe(new Observation(began, [query]));

        Govern(recorder, query, began + TimeSpan.FromSeconds(0.2));

        Assert.Equal(TimeSpan.FromSeconds(0.2), Assert.Single(_told).Delay);
    }

    private ObservedQuery Started(DateTimeOffset started) =>
        _scene.Query(10, 1, PlanShape.Scan) with
        {
            Started = started,
        };

    private static void Govern(ReactionRecorder recorder, ObservedQuery query, DateTimeOffset readBack)
    {
        recorder.Moved(query, readBack);
        recorder.Observe(new Observation(readBack + TimeSpan.FromSeconds(5), [query]));
    }
}
