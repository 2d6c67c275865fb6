using RgPolicy.Dbms.Connecting;
using RgPolicy.Dbms.Tests.Clocks;

namespace RgPolicy.Dbms.Tests.Connecting;

/// <summary>The poll's session: how it is made, given up and made again.</summary>
public sealed class PollLinkTests
{
    private readonly List<TaskCompletionSource<Session>> _attempts = [];
    private readonly List<Session> _opened = [];
    private readonly MovedClock _clock = new();

    [Fact]
    public async Task GetAsync_CancelledWhileItConnects_TakesTheSameAttemptNextTime()
    {
        await using var link = NewLink();
        using var cancel = new CancellationTokenSource();

        var first = link.GetAsync(cancel.Token);
        await cancel.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => first);
        Assert.Null(link.Current);
        var second = link.GetAsync(CancellationToken.None);
        var session = new Session();
        Assert.Single(_attempts).SetResult(session);

        Assert.Same(session, await second);
        Assert.Same(session, await link.GetAsync(CancellationToken.None));
        Assert.Equal([session], _opened);
    }

    [Fact]
    public async Task DisposeAsync_AttemptThatComesLater_LeavesNoSession()
    {
        var link = NewLink();
        using var cancel = new CancellationTokenSource();
        var waiting = link.GetAsync(cancel.Token);
        await cancel.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting);

        var disposing = link.DisposeAsync().AsTask();
        var session = new Session();
        _attempts[0].SetResult(session);
        await disposing;

        Assert.True(session.IsDisposed);
        Assert.Empty(_opened);
    }

    [Fact]
    public async Task GetAsync_SessionThatHasBroken_MakesAnotherAndEndsTheOld()
    {
        var old = new Session();
        await using var link = new PollLink<Session>(OpenAsync, old);
        Assert.Same(old, await link.GetAsync(CancellationToken.None));

        old.IsOpen = false;
        var again = link.GetAsync(CancellationToken.None);
        _attempts[0].SetResult(new Session());

        Assert.NotSame(old, await again);
        Assert.True(old.IsDisposed);
    }

    [Fact]
    public async Task GetAsync_ServerThatRefuses_IsLeftAloneForAWhile()
    {
        await using var link = NewLink();

        var first = link.GetAsync(CancellationToken.None);
        _attempts[0].SetException(new IOException("no such role"));
        var refusal = await Assert.ThrowsAsync<ObserveException>(() => first);
        var repeated = await Assert.ThrowsAsync<ObserveException>(() => link.GetAsync(CancellationToken.None));
        Assert.Equal((refusal.Message, 1), (repeated.Message, _attempts.Count));
        _clock.Move(TimeSpan.FromSeconds(2));
        var second = link.GetAsync(CancellationToken.None);
        _attempts[1].SetResult(new Session());

        Assert.NotNull(await second);
    }

    [Fact]
    public async Task GetAsync_FailureThatIsNoRefusal_IsTriedAgainAtOnce()
    {
        await using var link = NewLink();

        var first = link.GetAsync(CancellationToken.None);
        _attempts[0].SetException(new TimeoutException());
        await Assert.ThrowsAsync<TimeoutException>(() => first);
        var second = link.GetAsync(CancellationToken.None);
        _attempts[1].SetResult(new Session());

        Assert.NotNull(await second);
    }

    [Fact]
    public async Task DropAsync_EndsTheSessionOnly()
    {
        var session = new Session();
        await using var link = new PollLink<Session>(OpenAsync, session);

        await link.DropAsync();
        await link.DropAsync();

        Assert.True(session.IsDisposed);
        Assert.Null(link.Current);
    }

    private PollLink<Session> NewLink() =>
        new(OpenAsync)
        {
            Pause = new LoginPause(_ => false, _clock),
            Refusal = e => e is IOException ? new ObserveException(e.Message, e) { Lack = ServerLack.Refused } : null,
            Opened = _opened.Add,
        };

    private Task<Session> OpenAsync(CancellationToken cancellationToken)
    {
        // An attempt outlives the poll that asked for it.
        Assert.False(cancellationToken.CanBeCanceled);
        _attempts.Add(new TaskCompletionSource<Session>(TaskCreationOptions.RunContinuationsAsynchronously));
        return _attempts[^1].Task;
    }

    private sealed class Session : IPollSession
    {
        public bool IsOpen { get; set; } = true;

        public bool IsDisposed { get; private set; }

        public ValueTask DisposeAsync()
        {
            IsDisposed = true;
            return ValueTask.CompletedTask;
        }
    }
}
