using RgPolicy.Plans;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Loop;

[Collection(MeasuredAlone.Name)]
public sealed class LoopMemoryTests
{
    private readonly LoopScene _scene = new();

    // A tenth of a day of turns; RGPOLICY_TURNS=864000 is a whole one.
    private static int Turns =>
        int.TryParse(Environment.GetEnvironmentVariable("RGPOLICY_TURNS"), out var turns) ? turns : 86_400;

    private const int Sessions = 1000;

    // Seven minutes at ten polls a second; RGPOLICY_SESSION_TURNS=864000 is a whole day.
    private static int SessionTurns =>
        int.TryParse(Environment.GetEnvironmentVariable("RGPOLICY_SESSION_TURNS"), out var turns) ? turns : 4_320;

    private static int Handles =>
        Directory.Exists("/proc/self/fd") ? Directory.EnumerateFileSystemEntries("/proc/self/fd").Count() : 0;

    private static int Threads
    {
        get
        {
            using var self = System.Diagnostics.Process.GetCurrentProcess();
            return self.Threads.Count;
        }
    }

    [Fact]
    public async Task PollTurn_AllDay_MemoryStaysBounded()
    {
        await using var steps = new LoopSteps(_scene.Parts(GovernorLevel.Enforce) with { Broker = new StatusBroker() });
        await ChurnAsync(steps, 2000);
        var before = GC.GetTotalMemory(forceFullCollection: true);
        await ChurnAsync(steps, Turns);
        var grown = GC.GetTotalMemory(forceFullCollection: true) - before;

        Assert.True(grown < 200_000, $"{grown} bytes more");
        Assert.Equal(2000 + Turns, steps.Turns);
    }

    [Fact]
    public async Task PollTurn_ThousandSessions_NoMemoryHandlesOrThreadsGrow()
    {
        var broker = new StatusBroker();
        await using var steps = new LoopSteps(_scene.Parts(GovernorLevel.Enforce) with { Broker = broker });
        await ServeAsync(steps, broker, 600);
        var (memory, handles, threads) = (GC.GetTotalMemory(forceFullCollection: true), Handles, Threads);
        await ServeAsync(steps, broker, SessionTurns);

        Assert.InRange(_scene.Sidecar.Placed.Count, Sessions / 6, Sessions / 5);
        var grown = GC.GetTotalMemory(forceFullCollection: true) - memory;
        Assert.True(grown < 1_000_000, $"{grown} bytes more");
        Assert.InRange(Handles, 0, handles + 20);
        Assert.InRange(Threads, 0, threads + 20);
    }

    [Fact]
    public async Task PollTurn_DbmsGoneForAnHour_HoldsNothingAndGovernsAgain()
    {
        await using var steps = _scene.Steps(GovernorLevel.Enforce);
        _scene.Observer.Queries = [_scene.Query(10, 1, PlanShape.Scan)];
        await _scene.TurnsAsync(steps, 1);
        Assert.Equal([10], _scene.Sidecar.Placed.Keys);

        _scene.Observer.Failure = "connection refused";
        await _scene.TurnsAsync(steps, 60);
        Assert.Empty(_scene.Sidecar.Placed);
        var before = GC.GetTotalMemory(forceFullCollection: true);
        await _scene.TurnsAsync(steps, 36_000);
        Assert.True(GC.GetTotalMemory(forceFullCollection: true) - before < 200_000);
        Assert.Equal(
            2,
            _scene.Messages.Count(message =>
                message.Contains("failed", StringComparison.Ordinal)
                || message.Contains("let go until", StringComparison.Ordinal)
            )
        );

        _scene.Observer.Failure = null;
        _scene.Observer.Queries = [_scene.Query(11, 1, PlanShape.Scan)];
        await _scene.TurnsAsync(steps, 1);
        Assert.Equal([11], _scene.Sidecar.Placed.Keys);
    }

    /// <summary>Each query runs for 10 s, one in five is moved, and a client looks every 10 s.</summary>
    private async Task ServeAsync(LoopSteps steps, StatusBroker broker, int turns)
    {
        var queries = Enumerable
            .Range(0, Sessions)
            .Select(index => _scene.Query(1000 + index, 10.0 * index / Sessions, ShapeOf(index)))
            .ToArray();
        for (var turn = 0; turn < turns; turn++)
        {
            for (var index = turn % 100; index < Sessions; index += 100)
                queries[index] = _scene.Query(1000 + index, 0, ShapeOf(index));

            _scene.Observer.Queries = [.. queries];
            await _scene.TurnsAsync(steps, 1);
            _scene.Forget();
            if (turn % 100 == 0)
                (await broker.Status.GetAsync(CancellationToken.None)).Dispose();
        }

        static PlanShape ShapeOf(int index) => index % 5 == 0 ? PlanShape.Scan : PlanShape.Oltp;
    }

    private async Task ChurnAsync(LoopSteps steps, int turns)
    {
        for (var turn = 0; turn < turns; turn++)
        {
            if (turn % 4 == 0)
            {
                var shape = turn % 8 == 0 ? PlanShape.Scan : PlanShape.Oltp;
                _scene.Observer.Queries =
                [
                    .. Enumerable.Range(100, 5).Select(id => _scene.Query(id + (turn % 50 * 10), 0.1, shape)),
                ];
            }

            await _scene.TurnsAsync(steps, 1);
            _scene.Forget();
        }
    }
}
