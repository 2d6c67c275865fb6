using System.Text.Json;
using RgPolicy.Engine.Observe;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using RgPolicy.Service.Audit;
using RgPolicy.Service.Control;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Policies;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Loop;

/// <summary>What the loop makes of orders: pause, resume, reload.</summary>
public sealed class OrderTests : IDisposable
{
    private readonly LoopScene _scene = new();
    private readonly StatusBroker _broker = new();
    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-order-").FullName;

    private string PolicyPath => Path.Combine(_directory, "p.rgp");

    private string PausePath => Path.Combine(_directory, "paused");

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    [Fact]
    public async Task Pause_Governing_LetsEverythingGoUntilResumed()
    {
        await using var steps = Steps();
        await _scene.TurnsAsync(steps, 1);
        Assert.Equal([10], _scene.Sidecar.Placed.Keys);

        var answer = await AskAsync(steps, StatusQuestionKind.Pause);
        Assert.True(answer.GetProperty("paused").GetBoolean());
        Assert.Equal(0, answer.GetProperty("governed_processes").GetInt32());
        await _scene.TurnsAsync(steps, 5);
        Assert.Empty(_scene.Sidecar.Placed);
        Assert.Equal("someone", steps.Paused?.By);
        Assert.True(File.Exists(PausePath));

        answer = await AskAsync(steps, StatusQuestionKind.Resume);
        Assert.False(answer.GetProperty("paused").GetBoolean());
        await _scene.TurnsAsync(steps, 2);
        Assert.Equal([10], _scene.Sidecar.Placed.Keys);
        Assert.False(File.Exists(PausePath));
    }

    [Fact]
    public async Task PollTurn_FileIsMadeByHand_LetsEverythingGo()
    {
        await using var steps = Steps();
        await _scene.TurnsAsync(steps, 1);

        await File.WriteAllTextAsync(PausePath, "");
        await _scene.TurnsAsync(steps, 3);

        Assert.Empty(_scene.Sidecar.Placed);
        Assert.Equal(JsonValueKind.Object, (await StatusAsync()).GetProperty("paused").ValueKind);
        Assert.Contains(_scene.Messages, message => message.Contains(PausePath, StringComparison.Ordinal));
    }

    [Fact]
    public async Task PollTurn_PausedBeforeTheStart_NeverEnforces()
    {
        await File.WriteAllTextAsync(PausePath, "");
        await using var steps = Steps();

        await _scene.TurnsAsync(steps, 3);

        Assert.Equal(0, _scene.Sidecar.Count("move"));
    }

    [Fact]
    public async Task Reload_OtherPolicy_IsInForceAndSaysWhatChanges()
    {
        await using var steps = Steps();
        await _scene.TurnsAsync(steps, 1);

        await File.WriteAllTextAsync(
            PolicyPath,
            LoopScene.PolicyText.Replace("scan -> polluters", "scan -> critical", StringComparison.Ordinal)
        );
        var answer = await AskAsync(steps, StatusQuestionKind.Reload);

        Assert.Equal("replaced", answer.GetProperty("outcome").GetString());
        Assert.NotEqual(
            answer.GetProperty("revision_before").GetString(),
            answer.GetProperty("revision").GetString(),
            StringComparer.Ordinal
        );
        Assert.Contains(
            answer.GetProperty("differences").EnumerateArray(),
            line => line.GetString() == "class scan: pool polluters -> critical"
        );
        await _scene.TurnsAsync(steps, 1);
        Assert.Empty(_scene.Sidecar.Placed);
    }

    [Fact]
    public async Task Reload_PolicyWithAnError_IsRejectedWithItsPlace()
    {
        await using var steps = Steps();
        await _scene.TurnsAsync(steps, 1);

        await File.WriteAllTextAsync(PolicyPath, "language 1\npool broken {");
        var answer = await AskAsync(steps, StatusQuestionKind.Reload);

        Assert.Equal("rejected", answer.GetProperty("outcome").GetString());
        Assert.Contains("p.rgp:2", answer.GetProperty("reason").GetString(), StringComparison.Ordinal);
        Assert.Equal([10], _scene.Sidecar.Placed.Keys);
    }

    [Fact]
    public async Task Reload_SameText_IsUnchanged()
    {
        await using var steps = Steps();

        var answer = await AskAsync(steps, StatusQuestionKind.Reload);

        Assert.Equal("unchanged", answer.GetProperty("outcome").GetString());
    }

    [Fact]
    public async Task ReloadPrevious_AfterAReload_GoesBackAndForth()
    {
        await using var steps = Steps();
        var none = await AskAsync(steps, StatusQuestionKind.ReloadPrevious);
        Assert.Equal("rejected", none.GetProperty("outcome").GetString());
        await File.WriteAllTextAsync(
            PolicyPath,
            LoopScene.PolicyText.Replace("weight 100 ", "weight 200 ", StringComparison.Ordinal)
        );
        var first = await AskAsync(steps, StatusQuestionKind.Reload);

        var back = await AskAsync(steps, StatusQuestionKind.ReloadPrevious);
        await _scene.TurnsAsync(steps, 15);

        Assert.Equal(first.GetProperty("revision_before").GetString(), back.GetProperty("revision").GetString());
        Assert.Equal(back.GetProperty("revision").GetString(), steps.Summarise(LoopEnd.Finished, default).Revision);
    }

    [Fact]
    public async Task Answer_OfEachQuestion_IsTheBaseline()
    {
        await using var steps = Steps();
        await _scene.TurnsAsync(steps, 1);
        await CheckAsync(steps, StatusQuestionKind.Why, "why.json");
        await CheckAsync(steps, StatusQuestionKind.Pause, "pause.json");
        await CheckAsync(steps, StatusQuestionKind.Resume, "resume.json");
        await CheckAsync(steps, StatusQuestionKind.Reload, "reload-unchanged.json");
        await CheckAsync(steps, StatusQuestionKind.ReloadPrevious, "reload-rejected.json");
        await File.WriteAllTextAsync(
            PolicyPath,
            LoopScene.PolicyText.Replace("scan -> polluters", "scan -> critical", StringComparison.Ordinal)
        );
        await CheckAsync(steps, StatusQuestionKind.Reload, "reload.json");
    }

    private async Task CheckAsync(LoopSteps steps, StatusQuestionKind kind, string name) =>
        Baseline.Check(
            name,
            (await AskAsync(steps, kind)).GetRawText().Replace(_directory, "/d", StringComparison.Ordinal)
        );

    [Fact]
    public async Task Audit_OfAll_TellsWhoDidWhat()
    {
        var path = Path.Combine(_directory, "audit.jsonl");
        using (var trail = AuditTrail.Open(path, _scene.Time, _scene))
        {
            await using var steps = Steps(trail);
            steps.Begin();
            await _scene.TurnsAsync(steps, 1);
            await AskAsync(steps, StatusQuestionKind.Pause);
            await AskAsync(steps, StatusQuestionKind.Resume);
            await File.WriteAllTextAsync(
                PolicyPath,
                LoopScene.PolicyText.Replace("scan -> polluters", "scan -> critical", StringComparison.Ordinal)
            );
            await AskAsync(steps, StatusQuestionKind.Reload);
            await _scene.TurnsAsync(steps, 1);
            await AskAsync(steps, StatusQuestionKind.Pause);
            await steps.LetGoAsync(CancellationToken.None);
        }

        var entries = AuditReader.Last(path, 100);
        var events = entries.Select(entry => entry.GetProperty("event").GetString()!);
        Assert.Equal(
            ["start", "move", "pause", "move", "resume", "move", "policy", "move", "pause", "end"],
            events,
            StringComparer.Ordinal
        );
        Assert.Equal("scan", entries[1].GetProperty("class").GetString());
        Assert.Equal("polluters", entries[1].GetProperty("after").GetString());
        Assert.Equal(entries[6].GetProperty("after").GetString(), entries[8].GetProperty("revision").GetString());
        Assert.Equal("someone", entries[2].GetProperty("actor").GetString());
        Assert.Null(AuditVerifier.Verify(path).Problem);
    }

    [Fact]
    public async Task Audit_QueryThatHasEnded_IsNamedWhereItsProcessIsLetGo()
    {
        var path = Path.Combine(_directory, "audit.jsonl");
        ObservedQuery query;
        using (var trail = AuditTrail.Open(path, _scene.Time, _scene))
        {
            await using var steps = Steps(trail);
            query = _scene.Observer.Queries[0];
            await _scene.TurnsAsync(steps, 1);
            _scene.Observer.Queries = [];
            await _scene.TurnsAsync(steps, 1);
        }

        var entry = AuditReader.Last(path, 1)[0];
        Assert.Equal("the query has ended", entry.GetProperty("reason").GetString());
        Assert.Equal((query.Id, "scan", "polluters"), (Text("query"), Text("class"), Text("before")));
        Assert.Equal((query.Session.Login, query.Session.Database), (Text("login"), Text("database")));

        string? Text(string name) => entry.GetProperty(name).GetString();
    }

    private LoopSteps Steps(AuditTrail? audit = null)
    {
        File.WriteAllText(PolicyPath, LoopScene.PolicyText);
        var file = new PolicyFile(PolicyPath, TargetProfile.Generic, _scene.Time);
        _scene.Observer.Queries = [_scene.Query(10, 1, PlanShape.Scan)];
        return new LoopSteps(
            _scene.Parts(GovernorLevel.Enforce) with
            {
                Audit = audit,
                Broker = _broker,
                Pause = new PauseSwitch(PausePath),
                Options = new LoopOptions { Policy = PolicyPath, Level = GovernorLevel.Enforce },
                PolicyFile = file,
                Program = file.Load().Program!,
            }
        );
    }

    [Theory]
    [InlineData(StatusQuestionKind.Pause)]
    [InlineData(StatusQuestionKind.Reload)]
    [InlineData(StatusQuestionKind.ReloadPrevious)]
    public async Task Order_IsAnswered_IsAlreadyShown(object order)
    {
        await using var steps = Steps();
        await _scene.TurnsAsync(steps, 1);
        await File.WriteAllTextAsync(
            PolicyPath,
            LoopScene.PolicyText.Replace("weight 100 ", "weight 200 ", StringComparison.Ordinal)
        );
        if ((StatusQuestionKind)order == StatusQuestionKind.ReloadPrevious)
            await AskAsync(steps, StatusQuestionKind.Reload);

        var before = (await StatusAsync()).GetProperty("revision").GetString();
        JsonElement? shown = null;
        var asked = _broker
            .AskAsync(new StatusQuestion((StatusQuestionKind)order), CancellationToken.None)
            .ContinueWith(
                async _ => shown = await StatusAsync(),
                CancellationToken.None,
                TaskContinuationOptions.ExecuteSynchronously,
                TaskScheduler.Default
            )
            .Unwrap();
        while (!asked.IsCompleted)
        {
            await steps.AnswerQuestionsAsync(CancellationToken.None);
            await _scene.TurnsAsync(steps, 1);
            await Task.Delay(1);
        }

        await asked;
        Assert.Equal(
            (StatusQuestionKind)order == StatusQuestionKind.Pause,
            shown?.GetProperty("paused").ValueKind == JsonValueKind.Object
        );
        Assert.Equal(
            (StatusQuestionKind)order == StatusQuestionKind.Pause,
            before == shown?.GetProperty("revision").GetString()
        );
    }

    [Fact]
    public async Task ReloadPrevious_ToFewerClassesWhileTheServerIsGone_StatusAndWhyStandByWhatWasDecided()
    {
        await using var steps = Steps();
        await _scene.TurnsAsync(steps, 1);
        await File.WriteAllTextAsync(PolicyPath, "language 1\npool only { cpu weight 1000 }\ndefault -> only\n");
        _scene.Observer.Failure = "connection refused";
        var answer = await AskAsync(steps, StatusQuestionKind.Reload);

        var status = await StatusAsync();
        Assert.Equal(answer.GetProperty("revision").GetString(), status.GetProperty("revision").GetString());
        Assert.Equal("scan", status.GetProperty("queries")[0].GetProperty("class").GetString());
        Assert.Contains(
            "was just replaced",
            (await AskAsync(steps, StatusQuestionKind.Why)).GetProperty("error").GetString(),
            StringComparison.Ordinal
        );

        _scene.Observer.Failure = null;
        await _scene.TurnsAsync(steps, 5);
        Assert.Equal("default", (await StatusAsync()).GetProperty("queries")[0].GetProperty("class").GetString());
        Assert.Equal("default", (await AskAsync(steps, StatusQuestionKind.Why)).GetProperty("class").GetString());
    }

    private async Task<JsonElement> StatusAsync()
    {
        using var answer = await _broker.Status.GetAsync(CancellationToken.None);
        return JsonDocument.Parse(answer.Content.ToText()).RootElement;
    }

    private async Task<JsonElement> AskAsync(LoopSteps steps, StatusQuestionKind kind)
    {
        var asked = _broker.AskAsync(
            new StatusQuestion(kind, kind == StatusQuestionKind.Why ? 10 : null) { By = "someone" },
            CancellationToken.None
        );
        while (!asked.IsCompleted)
        {
            await steps.AnswerQuestionsAsync(CancellationToken.None);
            await _scene.TurnsAsync(steps, 1);
            await Task.Delay(1);
        }

        return JsonDocument.Parse((await asked).ToBytes()).RootElement;
    }
}
