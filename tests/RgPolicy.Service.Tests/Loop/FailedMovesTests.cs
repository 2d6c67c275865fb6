using RgPolicy.Host.Protocol;
using RgPolicy.Plans;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Loop;

/// <summary>A server that has just started has no groups yet: what could not be moved then is moved once it has.</summary>
public sealed class FailedMovesTests
{
    private const int Process = 10;
    private readonly LoopScene _scene = new();

    /// <summary>How what moves rest on may change, and whether a query that was given up is moved then.</summary>
    [Theory]
    [InlineData("nothing", false)]
    [InlineData("another server", true)]
    [InlineData("a pool has its lever", true)]
    public async Task Turn_MovesFailedBefore_AreTriedAgainOnceTheirGroundHasChanged(string change, bool isMoved)
    {
        _scene.Sidecar.Answer = MoveStatus.Failed;
        _scene.Sidecar.Problems = ["cpu: no group was handed over"];
        await using var steps = _scene.Steps(GovernorLevel.Enforce);
        _scene.Observer.Queries = [_scene.Query(Process, 1, PlanShape.Scan)];
        await _scene.TurnsAsync(steps, 30);
        var attempts = _scene.Sidecar.Count("move");
        await _scene.TurnsAsync(steps, 30);
        Assert.Equal((3, 3), (attempts, _scene.Sidecar.Count("move")));

        _scene.Sidecar.Answer = MoveStatus.Done;
        if (change == "another server")
            _scene.Sidecar.Postmaster++;
        if (change == "a pool has its lever")
            _scene.Sidecar.Problems = [];
        await _scene.TurnsAsync(steps, 10);

        Assert.Equal(isMoved, _scene.Sidecar.Placed.ContainsKey(Process));
    }
}
