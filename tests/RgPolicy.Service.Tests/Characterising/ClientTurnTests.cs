using RgPolicy.Dbms.Trials;
using RgPolicy.Service.Characterising;

namespace RgPolicy.Service.Tests.Characterising;

/// <summary>Clients that run a workload at the same time.</summary>
public sealed class ClientTurnTests
{
    private static readonly TrialStatement Statement = new("s", 1, "select 1");

    [Fact]
    public async Task Run_SeveralClients_TellsTheirMean()
    {
        var times = await ClientTurn.RunAsync(
            [
                NewClient(_ => Task.FromResult(Execution(1)), 1),
                NewClient(_ => Task.FromResult(Execution(3)), 1),
                NewClient(_ => Task.FromResult(Execution(8)), 1),
            ],
            CancellationToken.None
        );

        Assert.Equal(("s", 4.0), (times.Single().Statement, times.Single().Seconds));
    }

    [Fact]
    public async Task Run_ClientThatIsDone_GoesOnUntilTheLastIs()
    {
        var (executions, enough) = (0, new TaskCompletionSource());
        var quick = NewClient(
            _ =>
            {
                if (++executions == 20)
                    enough.SetResult();

                return Task.FromResult(Execution(1));
            },
            2
        );
        var slow = NewClient(
            async token =>
            {
                await enough.Task.WaitAsync(token);
                return Execution(9);
            },
            1
        );

        var times = await ClientTurn.RunAsync([quick, slow], CancellationToken.None).WaitAsync(TestPatience);

        // What the quick one ran to keep the slow one company counts for nothing.
        Assert.Equal(5.0, times.Single().Seconds);
    }

    [Fact]
    public async Task Run_ClientThatFails_StopsTheOthers()
    {
        var stopped = false;
        var waits = NewClient(
            async token =>
            {
                await Task.Delay(Timeout.InfiniteTimeSpan, token)
                    .ContinueWith(_ => stopped = true, CancellationToken.None, default, TaskScheduler.Default);
                token.ThrowIfCancellationRequested();
                return Execution(1);
            },
            1
        );
        var fails = NewClient(_ => throw new TrialException("no table", false, null), 1);

        var failure = await Assert.ThrowsAsync<TrialException>(() =>
            ClientTurn.RunAsync([waits, fails], CancellationToken.None).WaitAsync(TestPatience)
        );

        Assert.Equal(("no table", true), (failure.Message, stopped));
    }

    private static TimeSpan TestPatience => TimeSpan.FromMinutes(1);

    private static TrialExecution Execution(int seconds) => new(TimeSpan.FromSeconds(seconds), "plan");

    private static TrialClient NewClient(Func<CancellationToken, Task<TrialExecution>> run, int weight) =>
        new(new ScriptedSession(run), [Statement with { Weight = weight }]);

    private sealed class ScriptedSession(Func<CancellationToken, Task<TrialExecution>> run) : ITrialSession
    {
        public Task<ImmutableArray<string>> FingerprintsAsync(
            TrialStatement statement,
            CancellationToken cancellationToken
        ) => Task.FromResult(ImmutableArray<string>.Empty);

        public int ProcessId => 1;

        public Task SetAsync(TrialSettings settings, CancellationToken cancellationToken) => Task.CompletedTask;

        public Task<TrialExecution> RunAsync(TrialStatement statement, CancellationToken cancellationToken) =>
            run(cancellationToken);
    }
}
