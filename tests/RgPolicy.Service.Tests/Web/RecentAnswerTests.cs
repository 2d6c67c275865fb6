using RgPolicy.Service.Tests.Scripted;
using RgPolicy.Service.Web;

namespace RgPolicy.Service.Tests.Web;

public sealed class RecentAnswerTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly ManualTime _time = new();
    private TaskCompletionSource<byte[]> _next = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private volatile int _asked;

    [Fact]
    public async Task Get_ManyAtOnce_ShareOneQuestion()
    {
        using var answer = Answer();
        var gets = Enumerable.Range(0, 100).Select(_ => answer.GetAsync(CancellationToken.None)).ToList();
        await MakeAsync(1, 7);

        Assert.All(await Task.WhenAll(gets), each => Assert.Equal([7], each));
        Assert.Equal(1, _asked);
    }

    [Fact]
    public async Task Get_AnswerIsNotFreshButUsable_IsGivenAtOnceWhileAnotherIsMade()
    {
        using var answer = Answer();
        var first = answer.GetAsync(CancellationToken.None);
        await MakeAsync(1, 1);
        Assert.Equal([1], await first);

        _time.Advance(RecentAnswer.Fresh);
        Assert.Equal([1], await answer.GetAsync(CancellationToken.None));
        await MakeAsync(2, 2);
        await UntilAsync(async () => (await answer.GetAsync(CancellationToken.None))[0] == 2);
    }

    [Fact]
    public async Task Get_LoopHangs_WaitsForItAndMayGiveUp()
    {
        using var answer = Answer();
        var first = answer.GetAsync(CancellationToken.None);
        await MakeAsync(1, 1);
        await first;
        _time.Advance(RecentAnswer.Usable);
        using var late = new CancellationTokenSource();
        var waiting = answer.GetAsync(late.Token);
        await late.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting);
        var next = answer.GetAsync(CancellationToken.None);
        await MakeAsync(2, 2);
        Assert.Equal([2], await next);
    }

    [Fact]
    public async Task Get_QuestionFails_IsAskedAgain()
    {
        using var answer = Answer();
        var first = answer.GetAsync(CancellationToken.None);
        await UntilAsync(() => Task.FromResult(_asked == 1));
        Interlocked.Exchange(ref _next, new TaskCompletionSource<byte[]>()).SetException(new InvalidOperationException("x"));
        await Assert.ThrowsAsync<InvalidOperationException>(() => first);

        var second = answer.GetAsync(CancellationToken.None);
        await MakeAsync(2, 2);
        Assert.Equal([2], await second);
    }

    [Fact]
    public async Task Keep_SomebodyAsksNowAndThen_AnAnswerIsAtHandUntilNobodyAsks()
    {
        var made = 0;
        using var answer = new RecentAnswer(() => Task.FromResult<byte[]>([(byte)Interlocked.Increment(ref made)]), _time, isKept: true);
        Assert.Equal([1], await answer.GetAsync(CancellationToken.None));
        _time.Advance(TimeSpan.FromSeconds(1));
        await UntilAsync(() => Task.FromResult(Volatile.Read(ref made) == 2));

        await UntilAsync(() =>
        {
            _time.Advance(TimeSpan.FromSeconds(1));
            return Task.FromResult(!answer.IsKeptNow);
        });
        _time.Advance(RecentAnswer.Usable);
        Assert.True((await answer.GetAsync(CancellationToken.None))[0] > 2);
    }

    private RecentAnswer Answer() => new(
        () =>
        {
            var task = _next.Task;
            _asked++;
            return task;
        },
        _time,
        isKept: false);

    private async Task MakeAsync(int question, byte answer)
    {
        await UntilAsync(() => Task.FromResult(_asked >= question));
        Interlocked.Exchange(ref _next, new TaskCompletionSource<byte[]>(TaskCreationOptions.RunContinuationsAsynchronously)).SetResult([answer]);
    }

    private static async Task UntilAsync(Func<Task<bool>> condition)
    {
        var clock = System.Diagnostics.Stopwatch.StartNew();
        while (!await condition())
        {
            Assert.True(clock.Elapsed < Patience, "it did not happen");
            await Task.Delay(1);
        }
    }
}
