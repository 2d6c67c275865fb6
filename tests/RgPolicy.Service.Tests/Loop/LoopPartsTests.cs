using RgPolicy.Plans;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Loop;

/// <summary>Parts of pools, as far as the sidecar makes them.</summary>
public sealed class LoopPartsTests
{
    private const string PartsText = """
        language 1
        pool rest  { cpu weight 1000 }
        pool joins { cache 100%, at least 2 ways }
        class join -> joins when plan.shape = join
        default    -> rest
        cache strategy dynamic
        """;

    private readonly LoopScene _scene = new();

    [Fact]
    public async Task PollTurn_PartCannotBeMade_PoolHasItsWaysBackUntilTheSidecarIsAnother()
    {
        var parts = _scene.Parts(GovernorLevel.Enforce) with { Program = LoopScene.Compile(PartsText) };
        await using var steps = new LoopSteps(parts);
        _scene.Sidecar.PartProblems = ["cache: no class of service is free (ENOSPC): other groups use them all"];
        _scene.Observer.Queries = [Join(10, 9), Join(11, 200)];
        await _scene.TurnsAsync(steps, 30);

        var pool = Assert.Single(_scene.Sidecar.Configured);
        Assert.Null(pool.WayCount);
        Assert.Equal([pool.Number, pool.Number], _scene.Sidecar.Placed.Values);
        Assert.Equal(3, _scene.Sidecar.Count("configure"));
        Assert.Single(
            _scene.Messages,
            each => each.StartsWith("No query has ways of its own: a part could not be made", StringComparison.Ordinal)
        );

        _scene.Sidecar.Die();
        await _scene.TurnsAsync(steps, 10);
        _scene.Sidecar.PartProblems = ["cpu: it is the pool's"];
        _scene.Sidecar.Return();
        await _scene.TurnsAsync(steps, 60);
        Assert.NotEqual(_scene.Sidecar.Placed[10], _scene.Sidecar.Placed[11]);
    }

    [Fact]
    public async Task PollTurn_PartCouldNotBeMadeForAMoment_IsMadeAMinuteLater()
    {
        var parts = _scene.Parts(GovernorLevel.Enforce) with { Program = LoopScene.Compile(PartsText) };
        await using var steps = new LoopSteps(parts);
        _scene.Sidecar.PartProblems = ["cache: another program holds the lock of /sys/fs/resctrl"];
        _scene.Observer.Queries = [Join(10, 9), Join(11, 200)];
        await _scene.TurnsAsync(steps, 30);
        Assert.Equal(_scene.Sidecar.Placed[10], _scene.Sidecar.Placed[11]);

        _scene.Sidecar.PartProblems = [];
        await _scene.TurnsAsync(steps, 700);

        Assert.NotEqual(_scene.Sidecar.Placed[10], _scene.Sidecar.Placed[11]);
    }

    [Theory]
    [InlineData(null)]
    [InlineData(32)]
    public async Task PollTurn_SidecarWithOrWithoutParts_IsToldNoMoreThanItTakes(int? mostPools)
    {
        var parts = _scene.Parts(GovernorLevel.Enforce) with { Program = LoopScene.Compile(PartsText) };
        await using var steps = new LoopSteps(parts);
        _scene.Sidecar.MostPools = mostPools;
        _scene.Observer.Queries = [Join(10, 9), Join(11, 200)];
        await _scene.TurnsAsync(steps, 30);

        Assert.Equal(mostPools is not null, _scene.Sidecar.Configured.Any(pool => pool.PartOf is not null));
        Assert.Equal(2, _scene.Sidecar.Placed.Count);
        Assert.Equal(
            mostPools is null,
            _scene.Messages.Any(each => each.StartsWith("No query has ways of its own", StringComparison.Ordinal))
        );

        // The one that comes back is of the other kind.
        _scene.Sidecar.Die();
        await _scene.TurnsAsync(steps, 10);
        _scene.Sidecar.MostPools = mostPools is null ? 32 : null;
        _scene.Sidecar.Return();
        await _scene.TurnsAsync(steps, 60);
        Assert.Equal(mostPools is null, _scene.Sidecar.Configured.Any(pool => pool.PartOf is not null));
        Assert.Equal(2, _scene.Sidecar.Placed.Count);
        Assert.Equal(mostPools is null, _scene.Sidecar.Placed[10] != _scene.Sidecar.Placed[11]);
    }

    private Engine.Observe.ObservedQuery Join(int process, int mebibytes) =>
        _scene.Query(process, 100, PlanShape.Join) with
        {
            Plan = Engine.Observe.PlanFacts.Known(
                new PlanProfile
                {
                    Shape = PlanShape.Join,
                    WorkingSetBytes = new Figure(mebibytes * 1024m * 1024, Provenance.Estimate),
                    Temporality = Temporality.Temporal,
                    Locality = PlanLocality.Strong,
                },
                "test"
            ),
        };
}
