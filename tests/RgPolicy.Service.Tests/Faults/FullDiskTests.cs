using System.Text.Json;
using RgPolicy.Plans;
using RgPolicy.Service.Audit;
using RgPolicy.Service.Control;
using RgPolicy.Service.Logging;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Reactions;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;
using RgPolicy.Service.Tests.Scripted;
using RgPolicy.Testing;

namespace RgPolicy.Service.Tests.Faults;

/// <summary>A disk that is full: governing goes on, it is said what is missing, and everything goes on by itself when
/// there is room.</summary>
public sealed class FullDiskTests
{
    private readonly LoopScene _scene = new();

    [SmallDiskFact]
    public async Task Audit_DiskIsFullForAWhile_GoverningGoesOnAndTheTrailTellsOfTheGap()
    {
        using var disk = new SmallDisk();
        var path = Path.Combine(disk.Directory, "audit.jsonl");
        using var trail = AuditTrail.Open(path, _scene.Time, _scene);
        var broker = new StatusBroker();
        await using var steps = new LoopSteps(
            _scene.Parts(GovernorLevel.Enforce) with
            {
                Audit = trail,
                Broker = broker,
            }
        );
        await GovernAsync(steps, 10);
        disk.Fill();
        // What is left of the last page takes some more.
        await GovernAsync(steps, 40);

        Assert.True(trail.Lost > 0);
        Assert.Equal([50], _scene.Sidecar.Placed.Keys);
        Assert.Equal(trail.Lost, (await AskAsync(steps, broker)).GetProperty("audit_lost").GetInt64());
        Assert.Single(_scene.Messages, message => message.Contains("cannot be written", StringComparison.Ordinal));

        disk.Empty();
        await GovernAsync(steps, 5);
        Assert.Equal(0, (await AskAsync(steps, broker)).GetProperty("audit_lost").GetInt64());
        Assert.True(trail.LostInAll > 0);
        Assert.Null(AuditVerifier.Verify(path).Problem);
        Assert.Contains(AuditReader.Last(path, 100), entry => entry.GetProperty("event").GetString() == "gap");
        Assert.Contains(_scene.Messages, message => message.Contains("is written again", StringComparison.Ordinal));
    }

    [SmallDiskFact]
    public void Log_DiskIsFullForAWhile_IsSaidOnceElsewhereAndGoesOnWithWholeLines()
    {
        using var disk = new SmallDisk();
        using var output = new StringWriter();
        var health = new LogHealth();
        var file = Path.Combine(disk.Directory, "rgp.log");
        var settings = new LogSettings { File = file, Format = LogFormat.Json };
        using (var logs = LogSetup.ForService(settings, output, isJournal: false, windows: null, health))
        {
            var logger = logs.CreateLogger("main");
            logger.Ended(1);
            disk.Fill();
            for (var turn = 0; turn < 60; turn++)
                logger.Ended(turn);

            Assert.True(health.Lost > 0);
            disk.Empty();
            logger.Ended(999);
        }

        var said = output.ToString();
        Assert.Equal(1, said.Split("{\"Id\":63").Length - 1);
        Assert.Equal(1, said.Split("{\"Id\":64").Length - 1);
        var lines = File.ReadAllLines(file);
        Assert.All(lines, line => JsonDocument.Parse(line).Dispose());
        Assert.Contains("999", lines[^1], StringComparison.Ordinal);
    }

    [SmallDiskFact]
    public void Pause_DiskIsFull_OutlivesARestart()
    {
        using var disk = new SmallDisk();
        var path = Path.Combine(disk.Directory, "main.paused");
        disk.Fill();
        var pause = new PauseSwitch(path);

        Assert.Null(pause.TurnOn("uid 0", ManualTime.Epoch));
        Assert.Equal("uid 0", pause.Read()?.By);
        Assert.True(new PauseSwitch(path).IsOn);
        Assert.Null(pause.TurnOff());
        Assert.False(pause.IsOn);
    }

    [Fact]
    public void Reactions_NothingCanBeWritten_TheLoopGoesOn()
    {
        if (!File.Exists("/dev/full"))
            return;

        using var file = ReactionFile.Create("/dev/full", _scene);
        for (var query = 0; query < 100; query++)
            file.Write(new Reaction("1-2", TimeSpan.FromSeconds(0.3), true));

        Assert.Contains("/dev/full", Assert.Single(_scene.Messages), StringComparison.Ordinal);
    }

    private async Task GovernAsync(LoopSteps steps, int queries)
    {
        for (; queries > 0; queries--)
        {
            _scene.Observer.Queries =
            [
                _scene.Query(50, 1, _scene.Sidecar.Placed.Count == 0 ? PlanShape.Scan : PlanShape.Oltp),
            ];
            await _scene.TurnsAsync(steps, 1);
        }

        _scene.Observer.Queries = [_scene.Query(50, 1, PlanShape.Scan)];
        await _scene.TurnsAsync(steps, 1);
    }

    private async Task<JsonElement> AskAsync(LoopSteps steps, StatusBroker broker)
    {
        // So much later that it is shown again.
        await _scene.TurnsAsync(steps, 3);
        using var answer = await broker.Status.GetAsync(CancellationToken.None);
        return JsonDocument.Parse(answer.Content.ToText()).RootElement;
    }
}
