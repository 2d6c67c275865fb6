using Microsoft.Extensions.Logging.Abstractions;
using RgPolicy.Cli.Live;
using RgPolicy.Cli.Tests.Clocks;
using RgPolicy.Dbms;
using RgPolicy.Engine.Observe;
using RgPolicy.Language.Targets;
using RgPolicy.Service.Composing;
using RgPolicy.Service.Hosting;

namespace RgPolicy.Cli.Tests.Live;

public sealed class ServerWaitTests
{
    private static readonly TimeSpan Never = TimeSpan.FromDays(1);

    [Theory]
    [InlineData(ServerLack.NotReady, 60)]
    [InlineData(ServerLack.Unreachable, 0)]
    [InlineData(ServerLack.Lasting, 0)]
    public Task OpenAsync_NothingWasSaid_WaitsOnlyForAServerThatStarts(object lack, int seconds) =>
        WaitsAsync(null, (ServerLack)lack, Never, TimeSpan.FromSeconds(seconds));

    [Theory]
    [InlineData(ServerLack.NotReady, 300)]
    [InlineData(ServerLack.Unreachable, 300)]
    [InlineData(ServerLack.Lasting, 0)]
    public Task OpenAsync_FiveMinutesWereAsked_WaitsForWhateverMayPass(object lack, int seconds) =>
        WaitsAsync(TimeSpan.FromMinutes(5), (ServerLack)lack, Never, TimeSpan.FromSeconds(seconds));

    [Theory]
    [InlineData(ServerLack.NotReady)]
    [InlineData(ServerLack.Unreachable)]
    public Task OpenAsync_ZeroWasAsked_WaitsNotAtAll(object lack) =>
        WaitsAsync(TimeSpan.Zero, (ServerLack)lack, Never, TimeSpan.Zero);

    [Fact]
    public Task OpenAsync_ServerComesUp_IsOpenedWithinFiveSeconds() =>
        WaitsAsync(
            TimeSpan.FromMinutes(5),
            ServerLack.Unreachable,
            TimeSpan.FromSeconds(100),
            TimeSpan.FromSeconds(105)
        );

    private static async Task WaitsAsync(TimeSpan? asked, ServerLack lack, TimeSpan ready, TimeSpan atMost)
    {
        var time = new SkippingTime();
        var tries = 0;
        var wait = new ServerWait(asked, time, new StartLog(NullLogger.Instance, time));

        var opened = await wait.OpenAsync(Open, CancellationToken.None);

        Assert.Equal(time.Elapsed >= ready, opened.Observer is not null);
        Assert.InRange(time.Elapsed, atMost - TimeSpan.FromSeconds(5), atMost);
        Assert.InRange(tries, 1, 3 + (int)(atMost.TotalSeconds / 2));

        Task<Opened> Open()
        {
            tries++;
            return Task.FromResult(
                time.Elapsed >= ready
                    ? Opened.Of(new NoObserver(), TargetProfile.Generic)
                    : Opened.Failed(RefusalKind.Unreachable, "cannot be reached", "wait") with
                    {
                        Lack = lack,
                    }
            );
        }
    }

    private sealed class NoObserver : IObserver
    {
        public ServerFacts Server => throw new NotSupportedException();

        public TimeSpan PollInterval => TimeSpan.Zero;

        public IReadOnlyList<string> Notes => [];

        public bool IsAtEnd => true;

        public Task<Observation> PollAsync(bool findBlocking, CancellationToken cancellationToken) =>
            throw new NotSupportedException();

        public Observation Refresh() => throw new NotSupportedException();

        public Task WaitForPlanAsync(CancellationToken cancellationToken) => Task.CompletedTask;

        public ValueTask DisposeAsync() => ValueTask.CompletedTask;
    }
}
