using RgPolicy.Plans;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Loop;

[Collection(MeasuredAlone.Name)]
public sealed class LoopMemoryTests
{
    private readonly LoopScene _scene = new();

    [Fact]
    public async Task PollTurn_TwentyThousandTurns_MemoryStaysBounded()
    {
        await using var steps = _scene.Steps(GovernorLevel.Enforce);
        await ChurnAsync(steps, 2000);
        var before = GC.GetTotalMemory(forceFullCollection: true);
        await ChurnAsync(steps, 20_000);
        var grown = GC.GetTotalMemory(forceFullCollection: true) - before;

        Assert.True(grown < 200_000, $"{grown} bytes more");
        Assert.Equal(22_000, steps.Turns);
    }

    private async Task ChurnAsync(LoopSteps steps, int turns)
    {
        for (var turn = 0; turn < turns; turn++)
        {
            if (turn % 4 == 0)
            {
                var shape = turn % 8 == 0 ? PlanShape.Scan : PlanShape.Oltp;
                _scene.Observer.Queries = [.. Enumerable.Range(100, 5).Select(id => _scene.Query(id + (turn % 50 * 10), 0.1, shape))];
            }

            await _scene.TurnsAsync(steps, 1);
            _scene.Forget();
        }
    }
}
