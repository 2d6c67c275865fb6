using RgPolicy.Documents.Policy;
using RgPolicy.Language.Targets;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Policies;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Loop;

/// <summary>A changed policy that waits until an administrator approves it.</summary>
public sealed class ApprovalTests : IDisposable
{
    private static readonly string Narrower = LoopScene.PolicyText.Replace(
        "cpu weight 100 ",
        "cpu weight 50 ",
        StringComparison.Ordinal
    );

    private readonly LoopScene _scene = new();
    private readonly StatusBroker _broker = new();
    private readonly string _path = Path.Combine(Directory.CreateTempSubdirectory("rgp-approve-").FullName, "p.rgp");
    private readonly LoopSteps _steps;

    public ApprovalTests()
    {
        File.WriteAllText(_path, LoopScene.PolicyText);
        var file = new PolicyFile(_path, TargetProfile.Generic, _scene.Time);
        _steps = new LoopSteps(
            _scene.Parts(GovernorLevel.Enforce) with
            {
                Broker = _broker,
                PolicyFile = file,
                Program = file.Load().Program!,
                Options = new LoopOptions
                {
                    Policy = "test.rgp",
                    Level = GovernorLevel.Enforce,
                    ApprovePolicy = true,
                },
            }
        );
    }

    public void Dispose()
    {
        _steps.DisposeAsync().AsTask().GetAwaiter().GetResult();
        Directory.Delete(Path.GetDirectoryName(_path)!, recursive: true);
    }

    [Fact]
    public async Task Approve_RevisionThatWaits_IsInForceFromThenOn()
    {
        var before = (await ShowAsync(policy => policy.Revision is not null)).Revision;
        await File.WriteAllTextAsync(_path, Narrower);
        var held = await ShowAsync(policy => policy.Waiting is not null);

        Assert.Equal(before, held.Revision);
        Assert.Contains(
            "pool polluters: other settings",
            string.Join('\n', held.Waiting!.Differences!),
            StringComparison.Ordinal
        );
        Assert.Contains(
            "-pool polluters { cpu weight 100 }\n+pool polluters { cpu weight 50 }\n",
            string.Join('\n', held.Waiting.Lines!),
            StringComparison.Ordinal
        );
        Assert.Contains(_scene.Messages, message => message.Contains("waits to be approved", StringComparison.Ordinal));
        Assert.Contains("look at it again", await ApproveAsync("000000000000"), StringComparison.Ordinal);
        Assert.Contains("\"replaced\"", await ApproveAsync(held.Waiting.Revision!), StringComparison.Ordinal);

        var done = await ShowAsync(policy => policy.Waiting is null);
        var past = Assert.Single(done.Past!);

        Assert.Equal(held.Waiting.Revision, done.Revision);
        Assert.Equal((before, "somebody"), (past.Revision, past.By));
        Assert.Equal(held.Waiting.Differences, past.Differences);
        Assert.Equal(held.Waiting.Lines, past.Lines);
        Assert.Contains("no policy waits", await ApproveAsync(held.Waiting.Revision!), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Waiting_FileIsAsBeforeOrBroken_WaitsNoLonger(bool isBroken)
    {
        await File.WriteAllTextAsync(_path, Narrower);
        var waiting = (await ShowAsync(policy => policy.Waiting is not null)).Waiting!.Revision!;
        await File.WriteAllTextAsync(_path, isBroken ? "language 1\nclass" : LoopScene.PolicyText);
        var shown = await ShowAsync(policy => policy.Waiting is null);

        Assert.Equal(isBroken, shown.Error is not null);
        Assert.Contains("rejected", await ApproveAsync(waiting), StringComparison.Ordinal);
        Assert.Empty(shown.Past!);
    }

    [Fact]
    public async Task Reload_PolicyWaits_ApprovesIt()
    {
        await File.WriteAllTextAsync(_path, Narrower);
        await ShowAsync(policy => policy.Waiting is not null);
        var answer = await AskAsync(new StatusQuestion(StatusQuestionKind.Reload));

        Assert.Contains("\"replaced\"", answer, StringComparison.Ordinal);
    }

    private Task<string> ApproveAsync(string revision) =>
        AskAsync(new StatusQuestion(StatusQuestionKind.Approve) { Revision = revision, By = "somebody" });

    private async Task<string> AskAsync(StatusQuestion question)
    {
        var asked = _broker.AskAsync(question, CancellationToken.None);
        await _scene.TurnsUntilAsync(
            _steps,
            () =>
            {
                _steps.AnswerQuestionsAsync(CancellationToken.None).GetAwaiter().GetResult();
                return asked.IsCompleted;
            }
        );
        return System.Text.Encoding.UTF8.GetString((await asked).ToBytes());
    }

    private async Task<PolicyDocument> ShowAsync(Func<PolicyDocument, bool> isWanted)
    {
        PolicyDocument? shown = null;
        await _scene.TurnsAsync(_steps, 1);
        await _scene.TurnsUntilAsync(
            _steps,
            () =>
            {
                shown = _broker.LookAsync(CancellationToken.None).GetAwaiter().GetResult().View.ToPolicy();
                return shown is not null && isWanted(shown);
            }
        );
        return shown!;
    }
}
