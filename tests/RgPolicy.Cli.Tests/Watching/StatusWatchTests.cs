using System.Collections.Concurrent;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Tests.ServiceControl;
using RgPolicy.Documents;

namespace RgPolicy.Cli.Tests.Watching;

public sealed class StatusWatchTests : IAsyncDisposable
{
    private const string Begin = "\u001b[?1049h";
    private const string End = "\u001b[?25h\u001b[?1049l";

    private readonly ScriptedService _service = new();
    private readonly ConcurrentQueue<string> _asked = new();

    public StatusWatchTests() =>
        _service.AnswerTo = asked =>
        {
            _asked.Enqueue(asked.Trim());
            return asked.Contains("pause", StringComparison.Ordinal) ? """{"schema":"rgp/pause/1","paused":true}"""
                : asked.Contains("why", StringComparison.Ordinal)
                    ? """{"schema":"rgp/why/1","query":"10-1","class":"scan","statement":"select \u001b[2J"}"""
                : System.Text.Encoding.UTF8.GetString(
                    DocumentFormat.ToBytes(WatchScene.Three(), DocumentFormat.Status)
                );
        };

    public ValueTask DisposeAsync() => _service.DisposeAsync();

    [Fact]
    public async Task Watch_Quit_LeavesTheTerminalAsItWas()
    {
        var run = await RunAsync("q");

        Assert.Equal(0, run.ExitCode);
        Assert.StartsWith(Begin, run.Output, StringComparison.Ordinal);
        Assert.EndsWith(End, run.Output, StringComparison.Ordinal);
        Assert.Contains("postgres://rgp@db1/shop", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Watch_Why_AsksForTheSelectedQueryAndShowsItEscaped()
    {
        var run = await RunAsync("wq");

        Assert.Contains("""{"ask":"why","query":"10-1"}""", _asked, StringComparer.Ordinal);
        Assert.Contains("Query 10-1", run.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("select \u001b", run.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("pyq", 1)]
    [InlineData("pnq", 0)]
    [InlineData("pqq", 0)]
    public async Task Watch_Pause_IsOrderedAfterYesAlone(string keys, int orders)
    {
        var run = await RunAsync(keys);

        Assert.Equal(orders, _asked.Count(asked => asked == """{"ask":"pause"}"""));
        Assert.Equal(orders > 0, run.Output.Contains("Paused.", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Watch_NoService_SaysSoAndStaysUntilQuit()
    {
        var run = await CliRun.Of(AtTerminal("  q"), "status", "--watch", "--status-socket", "/nowhere/s");

        Assert.Equal(0, run.ExitCode);
        Assert.Contains("No service answers", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Watch_WithoutATerminal_PrintsLines()
    {
        using var end = new CancellationTokenSource(TimeSpan.FromSeconds(3));
        var output = new MemoryStream();
        var context = CliRun.Context(output);
        var exitCode = await RgPolicy.Cli.Commands.CommandRunner.RunAsync(
            context,
            ["status", "--watch", "--status-socket", _service.Address],
            end.Token
        );
        await context.FlushAsync();
        var printed = System.Text.Encoding.UTF8.GetString(output.ToArray());

        Assert.Equal(130, exitCode);
        Assert.True(printed.Split("target    postgres://rgp@db1/shop").Length > 2, printed);
        Assert.DoesNotContain('\u001b', printed);
    }

    private Task<CliRun> RunAsync(string keys) =>
        CliRun.Of(AtTerminal(keys), "status", "--watch", "--status-socket", _service.Address);

    private static Func<CliContext, CliContext> AtTerminal(string keys) =>
        context => context with { IsOutputTerminal = true, Keyboard = new ScriptedKeyboard(keys) };

    private sealed class ScriptedKeyboard(string keys) : IKeyboard
    {
        private readonly Queue<char> _keys = new(keys);

        public (int Width, int Height) Size => (80, 24);

        public Task<ConsoleKeyInfo?> ReadAsync(TimeSpan patience, CancellationToken cancellationToken) =>
            Task.FromResult<ConsoleKeyInfo?>(WatchScene.Key(_keys.Dequeue()));
    }
}
