using System.Text.Json;
using RgPolicy.Documents.Status;
using RgPolicy.Engine.Observe;
using RgPolicy.Host.Protocol;
using RgPolicy.Plans;
using RgPolicy.Service.Audit;
using RgPolicy.Service.Control;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Loop;

/// <summary>Audit trail and status tell what was read back, and nothing else.</summary>
public sealed class ReadBackTests : IDisposable
{
    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-read-back-").FullName;
    private readonly LoopScene _scene = new();
    private readonly StatusBroker _broker = new();

    private string Trail => Path.Combine(_directory, "audit.jsonl");

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    /// <summary>How processes that were in a pool may go.</summary>
    [Theory]
    [InlineData(MoveStatus.Vanished, 1)]
    [InlineData(MoveStatus.Vanished, 40)]
    [InlineData(MoveStatus.Done, 40)]
    public async Task Audit_ProcessesThatEndInAPool_AreReleasedInTheTrail(object release, int rounds)
    {
        using (var trail = AuditTrail.Open(Trail, _scene.Time, _scene))
        {
            await using var steps = new LoopSteps(Parts() with { Audit = trail });
            for (var round = 0; round < rounds; round++)
            {
                _scene.Observer.Queries = [Query(100 * round, workers: round % 4)];
                await _scene.TurnsAsync(steps, 2);
                _scene.Observer.Queries = [];
                _scene.Sidecar.Answer = ((MoveStatus)release);
                await _scene.TurnsAsync(steps, 2);
                _scene.Sidecar.Answer = MoveStatus.Done;
            }

            _scene.Observer.Queries = [Query(1, workers: 2)];
            await _scene.TurnsAsync(steps, 2);
            await steps.LetGoAsync(CancellationToken.None);
        }

        var moves = Entries("move");
        Assert.Equal("all 3 processes let go: the loop ends", moves[^1].GetProperty("reason").GetString());
        var held = new HashSet<int>();
        foreach (var move in moves.SkipLast(1))
        {
            var isRelease = move.GetProperty("after").ValueKind == JsonValueKind.Null;
            Assert.All(
                Processes(move),
                process => Assert.True(isRelease ? held.Remove(process) : held.Add(process), $"process {process}")
            );
        }

        Assert.Equal([1, 2, 3], held.Order());
    }

    [Fact]
    public async Task Audit_QueryAndItsWorkers_AreOneLineWithTheQuerysOwnProcess()
    {
        using (var trail = AuditTrail.Open(Trail, _scene.Time, _scene))
        {
            await using var steps = new LoopSteps(Parts() with { Audit = trail });
            _scene.Observer.Queries = [Query(10, workers: 3), Query(20, workers: 0)];
            await _scene.TurnsAsync(steps, 2);
        }

        Assert.Equal(
            ["10 11,12,13", "20 "],
            Entries("move").Select(each => $"{Processes(each)[0]} {string.Join(',', Processes(each).Skip(1))}"),
            StringComparer.Ordinal
        );
    }

    [Theory]
    [InlineData("moved", 0, "")]
    [InlineData("gone", 2, "the sidecar is not ready")]
    [InlineData("refused", 2, "not read back")]
    [InlineData("failed", 2, "not read back")]
    [InlineData("displaced", 1, "not read back")]
    [InlineData("no group", 2, "cpu: Permission denied")]
    [InlineData("relaxed", 0, "")]
    [InlineData("paused", 0, "")]
    [InlineData("advise", 0, "")]
    public async Task Status_QueriesThatShouldBeThrottled_AreCountedUnlessTheyWereReadBack(
        string fault,
        int unenforced,
        string reason
    )
    {
        var pause = new PauseSwitch(Path.Combine(_directory, "paused"));
        if (fault == "paused")
            pause.TurnOn("someone", _scene.Time.GetUtcNow());
        if (fault == "gone")
            _scene.Sidecar.Die();
        _scene.Sidecar.Displaced = fault == "displaced" ? [20] : null;
        _scene.Sidecar.IsRelaxed = fault == "relaxed";
        _scene.Sidecar.Problems = fault == "no group" ? ["cpu: Permission denied"] : [];
        _scene.Sidecar.Answer = fault switch
        {
            "refused" => MoveStatus.Refused,
            "failed" => MoveStatus.Failed,
            _ => MoveStatus.Done,
        };
        await using var steps = new LoopSteps(
            Parts(fault == "advise" ? GovernorLevel.Advise : GovernorLevel.Enforce) with
            {
                Pause = pause,
            }
        );
        _scene.Observer.Queries = [Query(10, workers: 0), Query(20, workers: 0)];
        await _scene.TurnsAsync(steps, 5);

        var status = await StatusAsync();
        Assert.Equal(unenforced, status.Unenforced);
        Assert.Equal(unenforced > 0, status.UnenforcedError is not null);
        Assert.Contains(reason, status.UnenforcedError ?? "", StringComparison.Ordinal);
        if (fault is not ("paused" or "advise"))
            Assert.Equal(
                fault == "relaxed" ? 0 : 2 - unenforced,
                status.Queries!.Count(each => each.Settings!.Any(set => set.InForce is not null))
            );
        var metric = (await _broker.LookAsync(CancellationToken.None))
            .View.ToMetrics()!
            .Single(each => each.Name == "rgp_unenforced_queries");
        Assert.Equal(unenforced, metric.Samples.Single().Value);
    }

    [Fact]
    public async Task Status_ServiceBesideTheLoopFails_IsShown()
    {
        _broker.Watch("The console", () => "no such address");
        _broker.Watch("Sending metrics", () => null);
        await using var steps = new LoopSteps(Parts());
        await _scene.TurnsAsync(steps, 1);

        Assert.Equal([new SideProblem("The console", "no such address")], (await StatusAsync()).NotWorking!);
    }

    private LoopParts Parts(GovernorLevel level = GovernorLevel.Enforce) =>
        _scene.Parts(level) with
        {
            Broker = _broker,
        };

    private async Task<StatusDocument> StatusAsync() =>
        (await _broker.LookAsync(CancellationToken.None)).View.ToDocument()!;

    private ObservedQuery Query(int processId, int workers) =>
        _scene.Query(processId, 1, PlanShape.Scan) with
        {
            Workers = [.. Enumerable.Range(processId + 1, workers)],
        };

    private ImmutableArray<JsonElement> Entries(string kind) =>
        [.. AuditReader.Last(Trail, 10_000).Where(each => each.GetProperty("event").GetString() == kind)];

    private static ImmutableArray<int> Processes(JsonElement move) =>
        [
            move.GetProperty("process_id").GetInt32(),
            .. move.TryGetProperty("workers", out var workers) && workers.ValueKind == JsonValueKind.Array
                ? workers.EnumerateArray().Select(each => each.GetInt32())
                : [],
        ];
}
