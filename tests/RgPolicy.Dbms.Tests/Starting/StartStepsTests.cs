using System.Collections.Concurrent;
using System.Diagnostics;
using RgPolicy.Dbms.Starting;
using RgPolicy.Dbms.Tests.Clocks;

namespace RgPolicy.Dbms.Tests.Starting;

/// <summary>Each step of a start has a limit and is told of.</summary>
public sealed class StartStepsTests
{
    private static readonly StartStep Step = new("trying", TimeSpan.FromSeconds(2));
    private static readonly TimeSpan Long = TimeSpan.FromSeconds(30);

    private readonly Report _report = new();

    private StartSteps Steps => new("there", new FastTime(10), _report, () => TimeSpan.Zero);

    [Fact]
    public async Task RunAsync_DoneInTime_GivesTheResultAndTellsOnce()
    {
        Assert.Equal(7, await Steps.RunAsync(Step, _ => Task.FromResult(7), CancellationToken.None));
        Assert.Equal("done trying", _report.Said);
    }

    [Fact]
    public async Task RunAsync_NeverEnds_TellsThatItWaitsAndFailsAtTheLimit()
    {
        var failure = await Assert.ThrowsAsync<ObserveException>(() =>
            Steps.RunAsync(Step, async token => await NeverAsync(token), CancellationToken.None)
        );
        Assert.Equal(
            "there: no answer within 2 s while trying; it, or what is between, stands still or is overloaded",
            failure.Message
        );
        Assert.Equal("waits trying, failed trying", _report.Said);
    }

    [Fact]
    public async Task RunAsync_TheProgramItselfComputes_GivesTheLimitAgainTwice()
    {
        var looks = 0;
        var steps = new StartSteps("there", new FastTime(10), _report, () => Step.Limit / 2 * looks++);

        var failure = await Assert.ThrowsAsync<ObserveException>(() =>
            steps.RunAsync(Step, async token => await NeverAsync(token), CancellationToken.None)
        );

        Assert.StartsWith("there: no answer within 6 s while trying", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task RunAsync_BlocksItsThreadAndTheCancellation_FailsAtTheLimitAllTheSame()
    {
        using var release = new ManualResetEventSlim();
        var failure = await Assert.ThrowsAsync<ObserveException>(() =>
            Steps.RunAsync(
                Step,
                token =>
                {
                    using var asked = token.Register(() => release.Wait(CancellationToken.None));
                    release.Wait(CancellationToken.None);
                    return Task.FromResult(1);
                },
                CancellationToken.None
            )
        );
        release.Set();
        Assert.Contains("trying", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task RunAsync_MakesSomethingTooLate_DisposesOfIt()
    {
        var (go, made) = (new TaskCompletionSource(), new Made());
        await Assert.ThrowsAsync<ObserveException>(() =>
            Steps.RunAsync(
                Step,
                async _ =>
                {
                    await go.Task;
                    return made;
                },
                CancellationToken.None
            )
        );
        go.SetResult();
        await made.Disposed.Task.WaitAsync(Long);
    }

    [Fact]
    public async Task RunAsync_Cancelled_EndsAtOnce()
    {
        using var cancel = new CancellationTokenSource();
        var clock = Stopwatch.StartNew();
        var run = new StartSteps("there", TimeProvider.System, _report).RunAsync(
            Step with
            {
                Limit = TimeSpan.FromMinutes(10),
            },
            async token => await NeverAsync(token),
            cancel.Token
        );
        await cancel.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => run);
        Assert.True(clock.Elapsed < Long);
    }

    [Fact]
    public async Task RunAsync_Fails_PassesTheFailureOn()
    {
        await Assert.ThrowsAsync<TimeoutException>(() =>
            Steps.RunAsync<int>(Step, _ => throw new TimeoutException("its own"), CancellationToken.None)
        );
        Assert.Equal("failed trying", _report.Said);
    }

    private static async Task<int> NeverAsync(CancellationToken token)
    {
        await Task.Delay(Timeout.Infinite, token);
        return 0;
    }

    private sealed class Made : IAsyncDisposable
    {
        public TaskCompletionSource Disposed { get; } = new();

        public ValueTask DisposeAsync()
        {
            Disposed.SetResult();
            return ValueTask.CompletedTask;
        }
    }

    private sealed class Report : IStartReport
    {
        private readonly ConcurrentQueue<string> _said = new();

        public string Said => string.Join(", ", _said);

        public void Done(StartStep step, TimeSpan elapsed) => _said.Enqueue("done " + step.Doing);

        public void Waits(StartStep step, TimeSpan elapsed) => _said.Enqueue("waits " + step.Doing);

        public void Failed(StartStep step, TimeSpan elapsed) => _said.Enqueue("failed " + step.Doing);
    }
}
