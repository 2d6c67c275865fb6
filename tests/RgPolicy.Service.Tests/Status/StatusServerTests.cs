using System.Diagnostics;
using System.Net.Sockets;
using System.Text.Json;
using Microsoft.Extensions.Logging.Abstractions;
using RgPolicy.Plans;
using RgPolicy.Service.Logging;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Settings;
using RgPolicy.Service.Status;
using RgPolicy.Service.Status.Answers;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Status;

public sealed class StatusServerTests : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);
    private readonly string _path = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName(), "s.sock");
    private readonly LoopScene _scene = new();

    public StatusServerTests() => Directory.CreateDirectory(Path.GetDirectoryName(_path)!);

    public void Dispose() => Directory.Delete(Path.GetDirectoryName(_path)!, recursive: true);

    [Fact]
    public async Task Ask_Status_TellsQueriesPoolsAndLevers()
    {
        var status = (await AskAsync(new StatusQuestion(StatusQuestionKind.Status))).RootElement;
        var query = status.GetProperty("queries")[0];

        Assert.Equal("rgp/status/1", status.GetProperty("schema").GetString());
        Assert.Equal("enforce", status.GetProperty("level").GetString());
        Assert.Equal("scan", query.GetProperty("class").GetString());
        Assert.Equal("polluters", query.GetProperty("pool").GetString());
        Assert.Equal(1, query.GetProperty("elapsed_seconds").GetDouble(), 3);
        Assert.Equal("cpu weight", query.GetProperty("settings")[0].GetProperty("name").GetString());
        Assert.Equal(2, status.GetProperty("pools").GetArrayLength());
        Assert.Equal(
            "cpu_cgroup",
            status.GetProperty("host").GetProperty("levers")[0].GetProperty("lever").GetString()
        );
        Assert.Equal(JsonValueKind.Null, status.GetProperty("last_error").ValueKind);
    }

    [Fact]
    public async Task Ask_Why_TellsTheClassesTried()
    {
        var why = (await AskAsync(new StatusQuestion(StatusQuestionKind.Why, 10))).RootElement;

        Assert.Equal("rgp/why/1", why.GetProperty("schema").GetString());
        Assert.Equal("scan", why.GetProperty("class").GetString());
        Assert.Equal(
            ["oltp", "scan"],
            why.GetProperty("tried").EnumerateArray().Select(each => each.GetProperty("class").GetString()!),
            StringComparer.Ordinal
        );
    }

    [Fact]
    public async Task Ask_WhyOfNobody_SaysSo()
    {
        var why = (await AskAsync(new StatusQuestion(StatusQuestionKind.Why, 99))).RootElement;

        Assert.Contains("99", why.GetProperty("error").GetString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Start_AnotherServiceIsThere_DoesNotTakeItsPlace()
    {
        await using var first = StatusServer.Start(_path, new StatusBroker(), TimeProvider.System, NullLogger.Instance);

        var refusal = Assert.ThrowsAny<IOException>(() =>
            StatusServer.Start(_path, new StatusBroker(), TimeProvider.System, _scene)
        );
        Assert.Contains("--status-socket", refusal.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(StatusQuestionKind.Pause)]
    [InlineData(StatusQuestionKind.Resume)]
    [InlineData(StatusQuestionKind.Reload)]
    [InlineData(StatusQuestionKind.ReloadPrevious)]
    public async Task Order_ItsSenderHasGone_IsNotCarriedOutLater(object order)
    {
        var broker = new StatusBroker();
        await using var server = StatusServer.Start(_path, broker, TimeProvider.System, _scene);
        using (var client = await ConnectAsync())
        {
            await client.SendAsync(StatusQuestionLine.Write(new StatusQuestion((StatusQuestionKind)order)));
            await broker.WaitAsync().WaitAsync(Patience);
        }

        await UntilSaidAsync("given up");
        List<StatusQuestionKind> begun = [];
        await broker.AnswerAsync(
            (question, answer) =>
            {
                begun.Add(question.Kind);
                answer(LoopAnswer.Error("x"));
                return Task.CompletedTask;
            }
        );
        Assert.Empty(begun);
    }

    [Fact]
    public async Task Order_SenderOnlyEndsItsInput_IsCarriedOut()
    {
        var broker = new StatusBroker();
        await using var server = StatusServer.Start(_path, broker, TimeProvider.System, NullLogger.Instance);
        using var client = await ConnectAsync();
        await client.SendAsync(StatusQuestionLine.Write(new StatusQuestion(StatusQuestionKind.Reload)));
        client.Shutdown(SocketShutdown.Send);
        await broker.WaitAsync().WaitAsync(Patience);
        await broker.AnswerAsync(
            (_, answer) =>
            {
                answer(LoopAnswer.Error("told"));
                return Task.CompletedTask;
            }
        );

        using var answered = new MemoryStream();
        var buffer = new byte[4096];
        while (await client.ReceiveAsync(buffer).WaitAsync(Patience) is > 0 and var read)
            answered.Write(buffer, 0, read);
        using var document = JsonDocument.Parse(answered.ToArray());
        Assert.Equal("told", document.RootElement.GetProperty("error").GetString());
    }

    [Theory]
    [InlineData(StatusQuestionKind.Status)]
    [InlineData(StatusQuestionKind.Metrics)]
    [InlineData(StatusQuestionKind.Why)]
    public async Task Ask_AnswerCannotBeMade_IsToldAsAFaultAndLogged(object kind)
    {
        var broker = new StatusBroker();
        broker.Show(new FaultyView());
        await using var server = StatusServer.Start(_path, broker, TimeProvider.System, _scene);
        var asked = StatusClient.AskAsync(
            _path,
            new StatusQuestion((StatusQuestionKind)kind, (StatusQuestionKind)kind == StatusQuestionKind.Why ? 1 : null),
            Patience,
            CancellationToken.None
        );
        while (!asked.IsCompleted)
        {
            await broker.AnswerAsync(
                (_, _) => throw new InvalidOperationException("a fault"),
                (question, fault) => _scene.AnswerFailed(question.Kind.ToString(), fault)
            );
            await Task.WhenAny(asked, broker.WaitAsync());
        }

        using var document = (await asked).Document;
        Assert.Contains(
            "fault of RgPolicy (InvalidOperationException)",
            document!.RootElement.GetProperty("error").GetString(),
            StringComparison.Ordinal
        );
        Assert.Contains(_scene.Messages, each => each.Contains("could not be made", StringComparison.Ordinal));
    }

    private async Task UntilSaidAsync(string text)
    {
        var clock = Stopwatch.StartNew();
        while (!_scene.Messages.Any(each => each.Contains(text, StringComparison.Ordinal)))
        {
            Assert.True(clock.Elapsed < Patience, "it was not said");
            await Task.Delay(1);
        }
    }

    [Fact]
    public async Task Socket_IsRemoved_ComesBack()
    {
        var time = new ManualTime();
        await using var server = StatusServer.Start(_path, new StatusBroker(), time, _scene);
        File.Delete(_path);
        time.Advance(TimeSpan.FromSeconds(5));

        Assert.True(File.Exists(_path));
        using var client = await ConnectAsync();
        Assert.Contains("was removed", Assert.Single(_scene.Messages), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Connect_TenThousandWhoSayNothing_TheNextIsAnswered()
    {
        var broker = new StatusBroker();
        await using var steps = new LoopSteps(_scene.Parts(GovernorLevel.Observe) with { Broker = broker });
        await using var server = StatusServer.Start(_path, broker, TimeProvider.System, NullLogger.Instance);
        var before = Handles();
        for (var count = 0; count < 10_000; count++)
        {
            using var client = await ConnectAsync();
        }

        var asked = StatusClient.AskAsync(
            _path,
            new StatusQuestion(StatusQuestionKind.Status),
            Patience,
            CancellationToken.None
        );
        while (!asked.IsCompleted)
        {
            await _scene.TurnsAsync(steps, 1);
            await Task.Delay(1);
        }

        Assert.Null((await asked).Error);
        // What was accepted last is closed beside this.
        var closed = await ComesToAsync(() => Handles() <= before + 100);
        Assert.True(closed, $"{Handles()} handles, and {before} before");
    }

    [Fact]
    public async Task Ask_NobodyServes_SaysSo()
    {
        var (document, error) = await StatusClient.AskAsync(
            _path,
            new StatusQuestion(StatusQuestionKind.Status),
            Patience,
            CancellationToken.None
        );

        Assert.Null(document);
        Assert.Contains("No service answers", error, StringComparison.Ordinal);
    }

    [Fact]
    public void Parse_Mutations_NeverThrow()
    {
        var random = new Random(5);
        var whole = StatusQuestionLine.Write(new StatusQuestion(StatusQuestionKind.Why, 12, "12-3"));
        for (var round = 0; round < 5000; round++)
        {
            var line = whole.ToArray();
            line[random.Next(line.Length)] = (byte)random.Next(256);
            StatusQuestionLine.Parse(line[..random.Next(line.Length)]);
            StatusQuestionLine.Parse(line);
        }
    }

    private static async Task<bool> ComesToAsync(Func<bool> condition)
    {
        for (var begun = Stopwatch.GetTimestamp(); Stopwatch.GetElapsedTime(begun) < Patience; await Task.Delay(10))
        {
            if (condition())
                return true;
        }

        return condition();
    }

    private static int Handles() => Directory.EnumerateFileSystemEntries("/proc/self/fd").Count();

    private async Task<Socket> ConnectAsync()
    {
        var client = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        while (true)
        {
            try
            {
                await client.ConnectAsync(new UnixDomainSocketEndPoint(_path));
                return client;
            }
            catch (SocketException full) when (full.SocketErrorCode == SocketError.WouldBlock)
            {
                await Task.Delay(1);
            }
        }
    }

    private async Task<JsonDocument> AskAsync(StatusQuestion question)
    {
        var broker = new StatusBroker();
        await using var steps = new LoopSteps(_scene.Parts(GovernorLevel.Enforce) with { Broker = broker });
        await using var server = StatusServer.Start(_path, broker, TimeProvider.System, NullLogger.Instance);
        _scene.Observer.Queries = [_scene.Query(10, 1, PlanShape.Scan)];
        await steps.PollTurnAsync(CancellationToken.None);
        var asked = StatusClient.AskAsync(_path, question, Patience, CancellationToken.None);
        while (!asked.IsCompleted)
        {
            await steps.AnswerQuestionsAsync(CancellationToken.None);
            await Task.Delay(1);
        }

        var (document, error) = await asked;
        Assert.Null(error);
        return document!;
    }
}
