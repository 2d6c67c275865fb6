using System.IO.Pipes;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization.Metadata;
using RgPolicy.Service.Status;
using RgPolicy.Service.Status.Answers;
using RgPolicy.Service.Status.Transport;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Status.Transport;

/// <summary>A real named pipe, as far as this system has them; what Windows would say of its ends is
/// scripted.</summary>
public sealed class PipeTransportTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private static readonly JsonTypeInfo<JsonObject> Form =
        (JsonTypeInfo<JsonObject>)JsonSerializerOptions.Default.GetTypeInfo(typeof(JsonObject));

    private static readonly StatusAsker Operator = new("HOST\\admin", IsOperator: true);

    private readonly string _name = "rgpolicy-" + Guid.NewGuid().ToString("N")[..12];
    private readonly ScriptedPipeGuard _guard = new();
    private readonly LoopScene _scene = new();
    private readonly StatusBroker _broker = new();
    private readonly List<StatusQuestion> _asked = [];
    private readonly ScriptedView _view = new("""{"answer":"yes"}"""u8.ToArray());

    public PipeTransportTests() => _broker.Show(_view);

    [Theory]
    [InlineData(StatusQuestionKind.Status)]
    [InlineData(StatusQuestionKind.Why)]
    [InlineData(StatusQuestionKind.Metrics)]
    public async Task Ask_ByAReader_IsAnsweredWithoutLookingItUp(object kind)
    {
        await using var server = Serve();
        var (document, error) = await AskAsync(
            new StatusQuestion((StatusQuestionKind)kind, (StatusQuestionKind)kind == StatusQuestionKind.Why ? 7 : null)
        );

        Assert.Null(error);
        Assert.Equal("yes", document?.RootElement.GetProperty("answer").GetString());
        Assert.Equal((StatusQuestionKind)kind == StatusQuestionKind.Why ? 0 : 1, _view.Written);
        Assert.Equal(
            (StatusQuestionKind)kind == StatusQuestionKind.Why ? [((StatusQuestionKind)kind)] : [],
            _asked.Select(each => each.Kind)
        );
        Assert.Equal(0, _guard.Questions);
    }

    [Theory]
    [InlineData(StatusQuestionKind.Pause)]
    [InlineData(StatusQuestionKind.Resume)]
    [InlineData(StatusQuestionKind.Reload)]
    [InlineData(StatusQuestionKind.ReloadPrevious)]
    public async Task Ask_OrderByAnOperator_IsTakenInItsName(object order)
    {
        _guard.Asker = Operator;
        await using var server = Serve();
        var (_, error) = await AskAsync(new StatusQuestion((StatusQuestionKind)order));

        Assert.Null(error);
        Assert.Equal(new StatusQuestion((StatusQuestionKind)order) { By = "HOST\\admin" }, Assert.Single(_asked));
    }

    [Theory]
    [InlineData(true, "HOST\\me")]
    [InlineData(false, "an unknown user")]
    public async Task Ask_OrderByAReader_IsRefusedAndLogged(bool isKnown, string name)
    {
        _guard.Asker = isKnown ? _guard.Asker : null;
        await using var server = Serve();
        foreach (
            var order in new[]
            {
                StatusQuestionKind.Pause,
                StatusQuestionKind.Resume,
                StatusQuestionKind.Reload,
                StatusQuestionKind.ReloadPrevious,
            }
        )
        {
            var (document, _) = await AskAsync(new StatusQuestion(order));

            Assert.Contains(
                "administrators",
                document?.RootElement.GetProperty("error").GetString(),
                StringComparison.Ordinal
            );
        }

        Assert.Empty(_asked);
        Assert.Equal(
            4,
            _scene.Messages.Count(message => message.StartsWith(name + " may not ", StringComparison.Ordinal))
        );
    }

    [Fact]
    public async Task Ask_ThePipeIsAnImpostors_NothingIsSaidToIt()
    {
        _guard.Impostor = "S-1-5-21-1-2-3-1001";
        await using var impostor = new NamedPipeServerStream(
            _name,
            PipeDirection.InOut,
            1,
            PipeTransmissionMode.Byte,
            PipeOptions.Asynchronous
        );
        var reached = impostor.WaitForConnectionAsync();
        var (document, error) = await AskAsync(new StatusQuestion(StatusQuestionKind.Pause));
        await reached.WaitAsync(Patience);

        Assert.Null(document);
        Assert.Contains("S-1-5-21-1-2-3-1001", error, StringComparison.Ordinal);
        Assert.Equal(0, await impostor.ReadAsync(new byte[1]));
    }

    [Fact]
    public async Task Ask_NobodyServes_SaysSo()
    {
        var (document, error) = await AskAsync(new StatusQuestion(StatusQuestionKind.Status));

        Assert.Null(document);
        Assert.Contains("No service answers", error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Start_TheNameIsTaken_DoesNotShareIt()
    {
        await using var first = Serve();

        var taken = Assert.Throws<IOException>(Serve);

        Assert.Contains("--status-socket", taken.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Start_AfterTheEnd_TheNameIsFree()
    {
        for (var round = 0; round < 20; round++)
        {
            await using var server = Serve();
            Assert.NotNull(server);
            Assert.Null((await AskAsync(new StatusQuestion(StatusQuestionKind.Status))).Error);
        }
    }

    [Fact]
    public async Task Accept_TheNextInstanceCannotBeMade_ServesAgain()
    {
        await using var server = Serve();
        _guard.Failures = 3;
        for (var round = 0; round < 3; round++)
            await AskAsync(new StatusQuestion(StatusQuestionKind.Status));

        Assert.Null((await AskAsync(new StatusQuestion(StatusQuestionKind.Status))).Error);
    }

    [Fact]
    public async Task Connect_AThousandWhoSayNothing_TheNextIsAnswered()
    {
        await using var server = Serve();
        for (var count = 0; count < 1000; count++)
        {
            await using var client = new NamedPipeClientStream(
                ".",
                _name,
                PipeDirection.InOut,
                PipeOptions.Asynchronous
            );
            await client.ConnectAsync((int)Patience.TotalMilliseconds);
        }

        Assert.Null((await AskAsync(new StatusQuestion(StatusQuestionKind.Status))).Error);
    }

    [Fact]
    public async Task Ask_MoreAtOnceThanAreServed_AllAreAnswered()
    {
        await using var server = Serve();
        var answers = await Task.WhenAll(
            Enumerable.Range(0, 40).Select(_ => AskAsync(new StatusQuestion(StatusQuestionKind.Status)))
        );

        Assert.All(answers, answer => Assert.Null(answer.Error));
    }

    [Fact]
    public async Task Ask_WhatIsNoQuestion_IsAnsweredAsOverASocket()
    {
        await using var server = Serve();
        await using var client = new NamedPipeClientStream(".", _name, PipeDirection.InOut, PipeOptions.Asynchronous);
        await client.ConnectAsync((int)Patience.TotalMilliseconds);
        await client.WriteAsync("{\"ask\":\"pause\\\"\n"u8.ToArray());
        using var reader = new StreamReader(client);

        Assert.Contains("not understood", await reader.ReadToEndAsync(), StringComparison.Ordinal);
    }

    private PipeTransport Pipe => new(_name, _guard);

    private StatusServer Serve() => StatusServer.Start(Pipe, _name, _broker, TimeProvider.System, _scene);

    private async Task<(JsonDocument? Document, string? Error)> AskAsync(StatusQuestion question)
    {
        var asked = StatusClient.AskAsync(Pipe, _name, question, Patience, CancellationToken.None);
        while (!asked.IsCompleted)
        {
            await _broker.AnswerAsync(
                (taken, answer) =>
                {
                    _asked.Add(taken);
                    answer(LoopAnswer.Of(new JsonObject { ["answer"] = "yes" }, Form));
                    return Task.CompletedTask;
                }
            );
            await Task.Delay(1);
        }

        return await asked;
    }
}
