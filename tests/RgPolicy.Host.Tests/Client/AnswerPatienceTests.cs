using System.Net.Sockets;
using RgPolicy.Host.Client;
using RgPolicy.Host.Facts;

namespace RgPolicy.Host.Tests.Client;

/// <summary>A sidecar that is at work is waited for longer, one that stands still is not, and none
/// without an end.</summary>
public sealed class AnswerPatienceTests
{
    private static readonly TimeSpan Usual = TimeSpan.FromMilliseconds(100);

    private readonly TaskCompletionSource<byte[]> _answer = new();
    private int _looks;

    [Fact]
    public async Task WaitAsync_AnswerAtOnce_LooksAtNothing()
    {
        _answer.SetResult([1]);

        Assert.Equal([1], await WaitAsync(_ => TimeSpan.Zero));
        Assert.Equal(0, _looks);
    }

    [Fact]
    public async Task WaitAsync_AtWork_IsWaitedForLonger()
    {
        // The second time is over when it is looked at for the fourth time.
        var waiting = WaitAsync(look =>
        {
            if (look == 4)
                _answer.SetResult([7]);
            return Usual * look;
        });

        Assert.Equal([7], await waiting);
    }

    [Fact]
    public async Task WaitAsync_StandsStill_IsGivenUpAfterTheUsualTime()
    {
        await Assert.ThrowsAsync<TimeoutException>(() => WaitAsync(_ => TimeSpan.FromSeconds(9)));

        Assert.Equal(2, _looks);
    }

    [Fact]
    public async Task WaitAsync_ItsNeedIsNotKnown_IsGivenUpAfterTheUsualTime()
    {
        await Assert.ThrowsAsync<TimeoutException>(() => WaitAsync(_ => null));

        Assert.Equal(2, _looks);
    }

    [Fact]
    public async Task WaitAsync_AlwaysAtWork_IsGivenUpAfterFiveTimes()
    {
        await Assert.ThrowsAsync<TimeoutException>(() => WaitAsync(look => Usual * look));

        Assert.Equal(2 * AnswerPatience.MostTimes, _looks);
    }

    [Fact]
    public async Task WaitAsync_Cancelled_EndsAtOnce()
    {
        using var cancelled = new CancellationTokenSource();
        await cancelled.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() =>
            new AnswerPatience(TimeSpan.FromMinutes(10), () => null).WaitAsync(_answer.Task, cancelled.Token)
        );
    }

    [Fact]
    public async Task For_ProcessThatComputes_WaitsForItsAnswer()
    {
        if (RunDelay.WithRunOf(FileRoot.Machine, Environment.ProcessId) is null)
            return;
        var path = Path.Join(Directory.CreateTempSubdirectory("rgp-patience-").FullName, "s");
        using var listener = new Socket(AddressFamily.Unix, SocketType.Seqpacket, ProtocolType.Unspecified);
        listener.Bind(new UnixDomainSocketEndPoint(path));
        listener.Listen(1);
        using var socket = new Socket(AddressFamily.Unix, SocketType.Seqpacket, ProtocolType.Unspecified);
        await socket.ConnectAsync(new UnixDomainSocketEndPoint(path));
        var stop = false;
        var busy = new Thread(() =>
        {
            while (!Volatile.Read(ref stop))
                Thread.SpinWait(1000);
        });
        busy.Start();

        var waiting = AnswerPatience
            .For(socket, TimeSpan.FromSeconds(2))
            .WaitAsync(_answer.Task, CancellationToken.None);
        await Task.Delay(TimeSpan.FromSeconds(2.5));
        Assert.False(waiting.IsCompleted);
        _answer.SetResult([3]);
        Assert.Equal([3], await waiting);
        Volatile.Write(ref stop, true);
        busy.Join();
        Directory.Delete(Path.GetDirectoryName(path)!, recursive: true);
    }

    private Task<byte[]> WaitAsync(Func<int, TimeSpan?> need) =>
        new AnswerPatience(Usual, () => need(++_looks)).WaitAsync(_answer.Task, CancellationToken.None);
}
