using RgPolicy.Engine.Observe;
using RgPolicy.Host.Protocol;
using RgPolicy.Plans;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Sampling;

public sealed class SampleStepTests
{
    private const string Policy = """
        language 1
        pool critical  { cpu weight 1000 }
        pool polluters { cpu weight 100 }
        class oltp -> critical when plan.shape = oltp
        class wide -> polluters when measured.working_set > 64 MiB
        default -> critical
        """;

    private readonly LoopScene _scene = new();
    private readonly List<SampleRequest> _asked = [];
    private readonly List<SampleReport> _answers = [];

    public SampleStepTests()
    {
        _scene.Sidecar.MaySample = true;
        _scene.Sidecar.Sampled = request =>
        {
            if (request is not null)
                _asked.Add(request);

            SampleReport[] found = [.. _answers.Select(each => each with { Number = each.Number + _asked[^1].Number })];
            _answers.Clear();
            return found;
        };
    }

    [Fact]
    public async Task Follow_LargeWorkingSet_MovesTheQueryOnceItIsMeasured()
    {
        await using var steps = Steps();
        _scene.Observer.Queries = [_scene.Query(10, 60, PlanShape.Join)];
        await _scene.TurnsAsync(steps, 2);
        Assert.Empty(_scene.Sidecar.Placed);
        var asked = Assert.Single(_asked);
        Assert.Equal([10], asked.Processes);
        Assert.Equal((600_000, true), (asked.BudgetMicroseconds, asked.IsClient));

        _answers.Add(Report(10, mebibytes: 100));
        await _scene.TurnsAsync(steps, 3);

        Assert.Equal([10], _scene.Sidecar.Placed.Keys);
    }

    [Theory]
    [InlineData(false, 1)]
    [InlineData(true, 0)]
    public async Task Follow_ServerReadsForItsSessions_TheStreamStaysUnknown(bool readsAside, int moved)
    {
        _scene.Observer.Server = _scene.Observer.Server with { ReadsAside = readsAside };
        var parts = _scene.Parts(GovernorLevel.Enforce);
        await using var steps = new LoopSteps(
            parts with
            {
                Program = LoopScene.Compile(
                    Policy.Replace("working_set > 64 MiB", "streamed >= 0 MiB/s", StringComparison.Ordinal)
                ),
            }
        );
        _scene.Observer.Queries = [_scene.Query(10, 60, PlanShape.Join)];
        await _scene.TurnsAsync(steps, 2);

        _answers.Add(Report(10, mebibytes: 1));
        await _scene.TurnsAsync(steps, 3);

        Assert.Equal(moved, _scene.Sidecar.Placed.Count);
    }

    [Fact]
    public async Task Follow_SameFingerprintLater_IsKnownFromItsFirstMoment()
    {
        await using var steps = Steps();
        _scene.Observer.Queries = [_scene.Query(10, 60, PlanShape.Join)];
        await _scene.TurnsAsync(steps, 2);
        _answers.Add(Report(10, mebibytes: 100));
        await _scene.TurnsAsync(steps, 3);

        _scene.Observer.Queries = [_scene.Query(11, 0.5, PlanShape.Join)];
        await _scene.TurnsAsync(steps, 2);

        Assert.Equal([11], _scene.Sidecar.Placed.Keys);
        Assert.Single(_asked);
    }

    [Fact]
    public async Task Follow_SameFingerprintLater_HasItsEstimateCorrected()
    {
        var policy = Policy
            .Replace("measured.working_set > 64 MiB", "measured.working_set > 1 TiB", StringComparison.Ordinal)
            .Replace(
                "default -> critical",
                "class large -> polluters when plan.working_set > 64 MiB\ndefault -> critical",
                StringComparison.Ordinal
            );
        await using var steps = new LoopSteps(
            _scene.Parts(GovernorLevel.Enforce) with
            {
                Program = LoopScene.Compile(policy),
            }
        );
        _scene.Observer.Queries = [Promising(_scene.Query(10, 60, PlanShape.Join), 16)];
        await _scene.TurnsAsync(steps, 2);
        _answers.Add(Report(10, mebibytes: 1000));
        await _scene.TurnsAsync(steps, 3);
        Assert.Empty(_scene.Sidecar.Placed);

        _scene.Observer.Queries = [Promising(_scene.Query(11, 0.5, PlanShape.Join), 16)];
        await _scene.TurnsAsync(steps, 2);

        Assert.Equal([11], _scene.Sidecar.Placed.Keys);
    }

    [Fact]
    public async Task Follow_SameFingerprintOfAnotherLoginOrDatabase_IsNotKnown()
    {
        await using var steps = Steps();
        _scene.Observer.Queries = [_scene.Query(10, 60, PlanShape.Join)];
        await _scene.TurnsAsync(steps, 2);
        _answers.Add(Report(10, mebibytes: 100));
        await _scene.TurnsAsync(steps, 3);

        _scene.Observer.Queries = [Of(11, "other", "shop", 0.5), Of(12, "app", "archive", 0.5)];
        await _scene.TurnsAsync(steps, 2);

        Assert.Empty(_scene.Sidecar.Placed);
    }

    [Fact]
    public async Task Follow_LoginThatRunsMany_TakesTurnsWithTheOthers()
    {
        await using var steps = Steps();
        _scene.Observer.Queries =
        [
            Of(10, "many", "shop", 60),
            Of(11, "many", "shop", 59),
            Of(12, "many", "shop", 58),
            Of(13, "one", "shop", 5),
        ];

        for (var round = 0; round < 3; round++)
        {
            await _scene.TurnsAsync(steps, 1);
            _answers.Add(Report(_asked[^1].Processes[0], mebibytes: 1) with { CostMicroseconds = 0 });
            await _scene.TurnsAsync(steps, 1);
        }

        Assert.Equal([10, 13, 11], _asked.Take(3).SelectMany(each => each.Processes));
    }

    [Fact]
    public async Task Follow_AnotherStatementOfTheSession_DoesNotCountForIt()
    {
        await using var steps = Steps();
        _scene.Observer.Queries = [_scene.Query(10, 60, PlanShape.Join)];
        await _scene.TurnsAsync(steps, 2);
        _scene.Observer.Queries = [_scene.Query(10, 0.1, PlanShape.Join)];
        _answers.Add(Report(10, mebibytes: 100));

        await _scene.TurnsAsync(steps, 3);

        Assert.Empty(_scene.Sidecar.Placed);
    }

    [Fact]
    public async Task Follow_ClassAboveTakesIt_IsNotSampled()
    {
        await using var steps = Steps();
        _scene.Observer.Queries = [_scene.Query(10, 60, PlanShape.Oltp)];

        await _scene.TurnsAsync(steps, 3);

        Assert.Empty(_asked);
    }

    [Fact]
    public async Task Follow_YoungOrWaitingOrExempt_IsNotSampled()
    {
        await using var steps = Steps();
        _scene.Observer.Queries =
        [
            _scene.Query(10, 0.2, PlanShape.Join),
            _scene.Query(11, 60, PlanShape.Join) with
            {
                WaitsForLock = true,
            },
            _scene.Query(12, 60, PlanShape.Join) with
            {
                Exemption = "replication",
            },
        ];

        await _scene.TurnsAsync(steps, 3);

        Assert.Empty(_asked);
    }

    [Fact]
    public async Task Follow_WasSampled_IsAskedAgainWhenItIsTwiceAsOld()
    {
        await using var steps = Steps();
        _scene.Observer.Queries = [_scene.Query(10, 10, PlanShape.Join)];
        await _scene.TurnsAsync(steps, 1);
        _answers.Add(Report(10, mebibytes: 1));
        await _scene.TurnsAsync(steps, 50);
        Assert.Single(_asked);

        await _scene.TurnsAsync(steps, 60);

        Assert.Equal(2, _asked.Count);
    }

    [Fact]
    public async Task Follow_RefusalPasses_IsAskedAgainAfterTheRest()
    {
        await using var steps = Steps();
        _scene.Observer.Queries = [_scene.Query(10, 60, PlanShape.Join)];
        await _scene.TurnsAsync(steps, 1);
        _answers.Add(Refusal("another sample is being taken or paid for") with { IsPassing = true });

        await _scene.TurnsAsync(steps, 8);
        Assert.Single(_asked);
        await _scene.TurnsAsync(steps, 6);

        Assert.Equal([10, 10], _asked.SelectMany(each => each.Processes));
    }

    [Fact]
    public async Task Follow_QueriesCannotBeSampled_SaysWhyOnce()
    {
        await using var steps = Steps();
        _scene.Observer.Queries = [_scene.Query(10, 60, PlanShape.Join), _scene.Query(11, 60, PlanShape.Join)];
        foreach (var _ in _scene.Observer.Queries)
        {
            await _scene.TurnsAsync(steps, 1);
            _answers.Add(Refusal("its memory is in huge pages"));
            await _scene.TurnsAsync(steps, 1);
        }

        Assert.Equal(2, _asked.Count);
        Assert.Single(_scene.Messages, message => message.Contains("huge pages", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Follow_LoginThatIsAlwaysRefused_TheOtherGetsItsTurn()
    {
        var restUntil = DateTimeOffset.MinValue;
        _scene.Sidecar.Sampled = request => request is null ? [] : [Answer(request, ref restUntil)];
        await using var steps = Steps();
        _scene.Observer.Queries =
        [
            Of(10, "large", "shop", 60),
            Of(11, "large", "shop", 59),
            Of(12, "large", "shop", 58),
            Of(13, "one", "shop", 50),
        ];

        await _scene.TurnsAsync(steps, 15);

        Assert.Equal([13], _scene.Sidecar.Placed.Keys);
    }

    [Fact]
    public async Task Follow_ReportOfAnEarlierRequest_DoesNotCount()
    {
        await using var steps = Steps();
        _scene.Observer.Queries = [_scene.Query(10, 60, PlanShape.Join)];
        await _scene.TurnsAsync(steps, 110);
        Assert.Equal(2, _asked.Count);

        _answers.Add(Report(10, mebibytes: 100) with { Number = -1 });
        await _scene.TurnsAsync(steps, 3);

        Assert.Empty(_scene.Sidecar.Placed);
    }

    [Fact]
    public async Task Follow_SidecarRests_TheNextQueryWaitsForItsEnd()
    {
        await using var steps = Steps();
        _scene.Observer.Queries = [_scene.Query(10, 60, PlanShape.Join), _scene.Query(11, 50, PlanShape.Join)];
        await _scene.TurnsAsync(steps, 1);
        _answers.Add(Report(10, mebibytes: 1) with { CostMicroseconds = 20_000 });

        await _scene.TurnsAsync(steps, 19);
        Assert.Single(_asked);
        await _scene.TurnsAsync(steps, 4);

        Assert.Equal([10, 11], _asked.SelectMany(each => each.Processes));
    }

    [Fact]
    public async Task Follow_NothingComesBack_AsksAgain()
    {
        await using var steps = Steps();
        _scene.Observer.Queries = [_scene.Query(10, 10, PlanShape.Join)];

        await _scene.TurnsAsync(steps, 110);

        Assert.Equal(2, _asked.Count);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(null)]
    public async Task Follow_RootDoesNotAllowIt_SaysSoOnceAndNeverAsks(bool? allowed)
    {
        _scene.Sidecar.MaySample = allowed;
        await using var steps = Steps();
        _scene.Observer.Queries = [_scene.Query(10, 60, PlanShape.Join)];

        await _scene.TurnsAsync(steps, 5);

        Assert.Equal(0, _scene.Sidecar.Count("sample"));
        Assert.Single(_scene.Messages, message => message.Contains("\"sampling\": true", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Follow_PolicyDoesNotAsk_NothingIsSampled()
    {
        await using var steps = _scene.Steps(GovernorLevel.Enforce);
        _scene.Observer.Queries = [_scene.Query(10, 60, PlanShape.Join)];

        await _scene.TurnsAsync(steps, 5);

        Assert.Equal(0, _scene.Sidecar.Count("sample"));
    }

    private static ObservedQuery Promising(ObservedQuery query, long mebibytes) =>
        query with
        {
            Plan = PlanFacts.Known(
                new PlanProfile { Shape = PlanShape.Join, WorkingSetBytes = new(mebibytes << 20, Provenance.Estimate) },
                "test"
            ),
        };

    private ObservedQuery Of(int processId, string login, string database, double seconds)
    {
        var query = _scene.Query(processId, seconds, PlanShape.Join);
        return query with { Session = query.Session with { Login = login, Database = database } };
    }

    // As the sidecar does: what refusing took is paid for too.
    private SampleReport Answer(SampleRequest request, ref DateTimeOffset restUntil)
    {
        _asked.Add(request);
        var now = _scene.Time.GetUtcNow();
        var report =
            now < restUntil ? Refusal("another sample is being taken or paid for") with { IsPassing = true }
            : request.Processes[0] == 13 ? Report(13, mebibytes: 100)
            : Refusal("it has more memory than its age pays for") with { CostMicroseconds = 5000 };
        restUntil = report.IsPassing ? restUntil : now + (100 * TimeSpan.FromMicroseconds(report.CostMicroseconds));
        return report with { Number = request.Number };
    }

    private static SampleReport Refusal(string problem) => new(10, [], 0, 0, problem);

    private LoopSteps Steps() => new(_scene.Parts(GovernorLevel.Enforce) with { Program = LoopScene.Compile(Policy) });

    private static SampleReport Report(int processId, long mebibytes) =>
        new(
            processId,
            [new TouchedPoint(1000, mebibytes << 20, 0), new TouchedPoint(3000, mebibytes << 20, 0)],
            0,
            1000,
            ""
        );
}
