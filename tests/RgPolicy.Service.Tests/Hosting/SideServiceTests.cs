using RgPolicy.Service.Hosting;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Hosting;

public sealed class SideServiceTests : IAsyncDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly ManualTime _time = new();
    private readonly LoopScene _scene = new();
    private readonly SideService _service;
    private Func<Action, CancellationToken, Task> _run = (_, _) => throw new IOException("no such address");
    private int _attempts;

    public SideServiceTests() =>
        _service = new SideService(
            "The console",
            (works, cancellationToken) =>
            {
                Interlocked.Increment(ref _attempts);
                return _run(works, cancellationToken);
            },
            _time,
            _scene
        );

    public async ValueTask DisposeAsync() => await _service.DisposeAsync();

    [Theory]
    [InlineData(typeof(IOException))]
    [InlineData(typeof(System.Net.Sockets.SocketException))]
    [InlineData(typeof(UnauthorizedAccessException))]
    [InlineData(typeof(InvalidOperationException))]
    [InlineData(typeof(NullReferenceException))]
    [InlineData(typeof(OperationCanceledException))]
    public async Task Start_Fails_IsShownLoggedOnceAndTriedAgain(Type fault)
    {
        _run = (_, _) => throw (Exception)Activator.CreateInstance(fault)!;
        await _service.StartAsync(CancellationToken.None);
        await UntilAsync(() => _attempts >= 4, TimeSpan.FromSeconds(1));

        Assert.NotNull(_service.Problem);
        Assert.Single(_scene.Messages, each => each.StartsWith("The console does not work", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Run_FailsForEver_PausesGrowToAMinute()
    {
        await _service.StartAsync(CancellationToken.None);
        await UntilAsync(() => _attempts >= 10, TimeSpan.FromSeconds(0.5));

        // 5, 10, 20, 40, 60, 60, 60, 60, 60.
        var elapsed = (_time.GetUtcNow() - ManualTime.Epoch - TimeSpan.FromHours(1)).TotalSeconds;
        Assert.InRange(elapsed, 375, 3000);
    }

    [Fact]
    public async Task Run_WorksAgain_IsSaidAndShownNoLonger()
    {
        await _service.StartAsync(CancellationToken.None);
        await UntilAsync(() => _service.Problem is not null, TimeSpan.Zero);
        _run = async (works, cancellationToken) =>
        {
            works();
            await Task.Delay(Timeout.Infinite, cancellationToken);
        };
        await UntilAsync(() => _service.Problem is null, TimeSpan.FromSeconds(1));

        Assert.Contains("The console works again.", _scene.Messages, StringComparer.Ordinal);
    }

    [Fact]
    public async Task Run_EndsWhileItIsWanted_IsBegunAgain()
    {
        _run = (works, _) =>
        {
            works();
            return Task.CompletedTask;
        };
        await _service.StartAsync(CancellationToken.None);

        await UntilAsync(() => _attempts >= 2, TimeSpan.FromSeconds(1));
    }

    [Fact]
    public async Task Stop_WhileItWorks_EndsIt()
    {
        _run = async (works, cancellationToken) =>
        {
            works();
            await Task.Delay(Timeout.Infinite, cancellationToken);
        };
        await _service.StartAsync(CancellationToken.None);
        await _service.StopAsync(CancellationToken.None).WaitAsync(Patience);

        Assert.Null(_service.Problem);
        Assert.Equal(1, _attempts);
    }

    private async Task UntilAsync(Func<bool> condition, TimeSpan moves)
    {
        var clock = System.Diagnostics.Stopwatch.StartNew();
        while (!condition())
        {
            Assert.True(clock.Elapsed < Patience, "it did not happen");
            _time.Advance(moves);
            await Task.Delay(1);
        }
    }
}
