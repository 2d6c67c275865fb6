using System.Collections.Frozen;
using System.Text.Json;
using RgPolicy.Engine.Observe.Resources;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using RgPolicy.Service.Control;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;
using RgPolicy.Service.Tests.Scripted;
using RgPolicy.Service.ThisHost;

namespace RgPolicy.Service.Tests.Loop;

/// <summary>CPUs of resource pools get the masks of what runs on them, and give them back whatever happens.</summary>
public sealed class CoreStepTests : IDisposable
{
    private const string Policy = """
        language 1
        pool critical  { cpu weight 1000 }
        pool polluters { cpu weight 100 cache 10% }
        class scan -> polluters when plan.shape = scan
        default -> critical
        """;

    private readonly LoopScene _scene = new();
    private readonly string _pause = Path.GetTempFileName();
    private string? _problem;

    public CoreStepTests()
    {
        File.Delete(_pause);
        _scene.Observer.Resources = new ServerResources(
            [new(2, "default") { Cpus = [0, 1] }, new(256, "rgp_heavy") { Cpus = [2, 3], UsedMemoryBytes = 4096 }],
            [new(2, "default", 2), new(300, "rgp_heavy", 256) { Active = 1, Queued = 2 }],
            new Dictionary<int, RequestResources>
            {
                [60] = new()
                {
                    Dop = 4,
                    Schedulers = [2, 3],
                    Cpus = [2, 3],
                    Grant = new MemoryGrant(8, 8, 4, 5, 9, null),
                },
            }.ToFrozenDictionary()
        );
    }

    public void Dispose() => File.Delete(_pause);

    [Fact]
    public async Task Turn_ScanRunsInThePool_ItsCpusGetTheMaskAndTheStatusShowsIt()
    {
        await using var steps = Steps();
        _scene.Observer.Queries = [_scene.Query(60, 3, PlanShape.Scan) with { Group = 300 }];

        await _scene.TurnsAsync(steps, 20);

        var pool = Assert.Single(_scene.Sidecar.Configured);
        Assert.Equal("2-3", Host.Facts.CpuList.Format(pool.CacheCpus ?? []));
        Assert.Equal(2, pool.WayCount);
        Assert.True(pool is { CpuShare: null, Cores: null }, pool.ToString());
        Assert.Contains(
            _scene.Messages,
            message =>
                message.StartsWith("CPUs 2-3 of rgp_heavy: L3:0=", StringComparison.Ordinal)
                && message.Contains("runs scan", StringComparison.Ordinal)
        );
        Assert.True(_scene.Sidecar.Count("heartbeat") > 10);
        Assert.True(
            _scene.Sidecar.Count("configure") is >= 2 and <= 3,
            $"{_scene.Sidecar.Count("configure")} times configured"
        );
    }

    [Fact]
    public async Task Turn_AnythingElseRunsThere_TheCpusAreWideAtOnce()
    {
        await using var steps = Steps();
        var scan = _scene.Query(60, 3, PlanShape.Scan) with { Group = 300 };
        _scene.Observer.Queries = [scan];
        await _scene.TurnsAsync(steps, 20);
        _scene.Observer.Queries = [scan, _scene.Query(61, 0, PlanShape.Oltp) with { Group = 300 }];

        await _scene.TurnsAsync(steps, 1);

        Assert.Equal(20, Assert.Single(_scene.Sidecar.Configured).WayCount);
    }

    [Theory]
    [InlineData("problem")]
    [InlineData("resources")]
    [InlineData("pause")]
    [InlineData("lost")]
    public async Task Turn_AnythingIsNotAsItHasToBe_AllCpusAreGivenBackOnce(string what)
    {
        await using var steps = Steps();
        _scene.Observer.Queries = [_scene.Query(60, 3, PlanShape.Scan) with { Group = 300 }];
        await _scene.TurnsAsync(steps, 20);
        Assert.Equal(0, _scene.Sidecar.Count("release"));
        var resources = _scene.Observer.Resources;

        _problem = what == "problem" ? "a CPU went offline" : null;
        _scene.Observer.Resources = what == "resources" ? null : resources;
        _scene.Observer.Failure = what == "lost" ? "gone" : null;
        if (what == "pause")
            await File.WriteAllTextAsync(_pause, "{}");
        await _scene.TurnsAsync(steps, 150);

        Assert.Equal(1, _scene.Sidecar.Count("release"));
        Assert.Contains(
            _scene.Messages,
            message => message.StartsWith("All CPUs have the whole cache again", StringComparison.Ordinal)
        );
    }

    [Fact]
    public async Task Turn_SidecarDies_IsConfiguredAnewWhenItIsBack()
    {
        await using var steps = Steps();
        _scene.Observer.Queries = [_scene.Query(60, 3, PlanShape.Scan) with { Group = 300 }];
        await _scene.TurnsAsync(steps, 20);
        _scene.Sidecar.Die();
        await _scene.TurnsAsync(steps, 5);
        _scene.Sidecar.Return();
        _scene.Sidecar.ForgetCalls();

        await _scene.TurnsAsync(steps, 50);

        Assert.Equal(1, _scene.Sidecar.Count("configure"));
        Assert.Equal(2, Assert.Single(_scene.Sidecar.Configured).WayCount);
    }

    [Fact]
    public async Task LetGo_LoopEnds_GivesAllBack()
    {
        await using var steps = Steps();
        _scene.Observer.Queries = [_scene.Query(60, 3, PlanShape.Scan) with { Group = 300 }];
        await _scene.TurnsAsync(steps, 20);

        await steps.LetGoAsync(CancellationToken.None);

        Assert.Equal(1, _scene.Sidecar.Count("release"));
    }

    [Fact]
    public async Task Status_MasksAndResources_AreShown()
    {
        var broker = new StatusBroker();
        await using var steps = new LoopSteps(Parts() with { Broker = broker });
        _scene.Observer.Queries = [_scene.Query(60, 3, PlanShape.Scan) with { Group = 300 }];
        await _scene.TurnsAsync(steps, 20);
        using var answer = await broker.Status.GetAsync(CancellationToken.None);
        using var status = JsonDocument.Parse(answer.Content.ToText());

        var masks = status.RootElement.GetProperty("core_masks");
        Assert.True(masks.GetProperty("is_ready").GetBoolean());
        Assert.Equal("2-3", masks.GetProperty("pools")[0].GetProperty("read_back").GetProperty("cpus").GetString());
        var heavy = status.RootElement.GetProperty("resources").GetProperty("pools")[1];
        Assert.Equal(
            ("rgp_heavy", 4096L, "2-3"),
            (
                heavy.GetProperty("name").GetString(),
                heavy.GetProperty("used_memory_bytes").GetInt64(),
                heavy.GetProperty("cpus").GetString()
            )
        );
        Assert.Equal(2, heavy.GetProperty("groups")[0].GetProperty("queued").GetInt32());
        var query = status.RootElement.GetProperty("queries")[0].GetProperty("resources");
        Assert.Equal(
            (4, 8L),
            (query.GetProperty("dop").GetInt32(), query.GetProperty("grant").GetProperty("granted_bytes").GetInt64())
        );
    }

    private LoopSteps Steps() => new(Parts());

    private LoopParts Parts() =>
        _scene.Parts(GovernorLevel.Enforce) with
        {
            ConnectSidecar = null,
            Program = LoopScene.Compile(Policy),
            Pause = new PauseSwitch(_pause),
            Cores = new CoreControl(TargetProfile.Generic, _scene.Sidecar.ConnectAsync, _ => _problem),
        };
}
