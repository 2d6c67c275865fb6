using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using RgPolicy.Service.Audit;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Policies;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Faults;

/// <summary>
/// This host's own clock is set, forward, back or by the hour of daylight saving: whatever waits goes by time that
/// passes evenly, and only what is written down has the new time.
/// </summary>
public sealed class LocalClockTests : IDisposable
{
    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-clock-").FullName;
    private readonly LoopScene _scene = new();

    public static TheoryData<double> Hours { get; } = [1, -1, 24 * 400, -24 * 400];

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    [Theory]
    [MemberData(nameof(Hours))]
    public async Task Loop_ClockIsSet_GovernsOnAndTheAuditTrailIsOneChain(double hours)
    {
        var path = Path.Combine(_directory, "audit.jsonl");
        using (var trail = AuditTrail.Open(path, _scene.Time, _scene, fullAt: 1000))
        {
            await using var steps = new LoopSteps(_scene.Parts(GovernorLevel.Enforce) with { Audit = trail });
            await GovernAsync(steps, 10);
            Set(hours);
            _scene.Sidecar.ForgetCalls();
            await GovernAsync(steps, 11);

            Assert.Equal([11], _scene.Sidecar.Placed.Keys);
            Assert.Equal(0, _scene.Sidecar.Count("release"));
            Assert.Equal(3, _scene.Sidecar.Count("heartbeat"));
        }

        Assert.Null(AuditVerifier.Verify(path).Problem);
        var times = AuditReader.Last(path, 100).Select(entry => entry.GetProperty("time").GetDateTimeOffset()).ToList();
        Assert.InRange((times[^1] - times[0]).TotalHours, hours - 0.1, hours + 0.1);
    }

    [Theory]
    [MemberData(nameof(Hours))]
    public async Task Loop_ClockIsSetWhileTheSidecarIsGone_ConnectsAgainAsSoonAsEver(double hours)
    {
        await using var steps = _scene.Steps(GovernorLevel.Enforce);
        await GovernAsync(steps, 10);
        _scene.Sidecar.Die();
        await _scene.TurnsAsync(steps, 50);
        Set(hours);
        _scene.Sidecar.Return();
        await _scene.TurnsAsync(steps, 30);

        Assert.Equal([10], _scene.Sidecar.Placed.Keys);
    }

    [Theory]
    [MemberData(nameof(Hours))]
    public void PolicyFile_ClockIsSet_IsLookedAtOnceASecondAsBefore(double hours)
    {
        var path = Path.Combine(_directory, "p.rgp");
        File.WriteAllText(path, LoopScene.PolicyText);
        var file = new PolicyFile(path, TargetProfile.Generic, _scene.Time);
        Assert.NotNull(file.Load().Program);
        Set(hours);
        // With the time of the file that the clock gives now.
        File.WriteAllText(path, LoopScene.PolicyText + "\n");
        File.SetLastWriteTimeUtc(path, _scene.Time.GetUtcNow().UtcDateTime);

        Assert.False(file.HasChanged());
        _scene.Time.Advance(TimeSpan.FromSeconds(1));
        Assert.True(file.HasChanged());
    }

    [Theory]
    [MemberData(nameof(Hours))]
    public async Task Broker_ClockIsSet_WhatIsShownIsNeitherOlderNorYoungerForIt(double hours)
    {
        var broker = new StatusBroker(_scene.Time);
        broker.Show(new ScriptedView("a"u8.ToArray()) { IsLasting = false });
        Set(hours);
        Assert.True(broker.LookAsync(CancellationToken.None).IsCompletedSuccessfully);
        _scene.Time.Advance(TimeSpan.FromSeconds(5));
        var waiting = broker.LookAsync(CancellationToken.None);
        Assert.False(waiting.IsCompleted);
        broker.Show(new ScriptedView("b"u8.ToArray()));
        await waiting.WaitAsync(TimeSpan.FromSeconds(60));
    }

    private void Set(double hours)
    {
        _scene.Time.SetBy += TimeSpan.FromHours(hours);
        // The server's clock is its own.
        _scene.Observer.ClockAhead = -_scene.Time.SetBy;
    }

    private async Task GovernAsync(LoopSteps steps, int processId)
    {
        var query = _scene.Query(processId, 1, PlanShape.Scan);
        _scene.Observer.Queries = [query with { Started = query.Started - _scene.Time.SetBy }];
        await _scene.TurnsAsync(steps, 3);
    }
}
