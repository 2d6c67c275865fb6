using RgPolicy.Dbms.Recording;
using RgPolicy.Dbms.Replay;
using RgPolicy.Dbms.Tests.Clocks;
using RgPolicy.Dbms.Tests.Recording;

namespace RgPolicy.Dbms.Tests.Replay;

public sealed class ReplayObserverTests
{
    [Fact]
    public async Task PollAsync_WithoutSpeed_GivesEveryObservationAtOnce()
    {
        var written = new SyntheticWorkload(21).Observations(50);
        await using var observer = Play(written, TimeProvider.System, null);
        foreach (var expected in written)
        {
            Assert.False(observer.IsAtEnd);
            var seen = await observer.PollAsync(false, CancellationToken.None);
            RecordedSequence.AssertEqual(RecordedSequence.AsKept(expected), expected with { Observation = seen });
        }

        Assert.True(observer.IsAtEnd);
        Assert.Empty(observer.Notes);
        await Assert.ThrowsAsync<ObserveException>(() => observer.PollAsync(false, CancellationToken.None));
    }

    [Fact]
    public async Task CurrentTime_AfterAPlanArrived_CountsOnFromThePoll()
    {
        var written = new SyntheticWorkload(22).Observations(60);
        await using var observer = Play(written, TimeProvider.System, null);
        RecordedObservation? before = null;
        var expected = SyntheticWorkload.Start;
        foreach (var each in written)
        {
            await observer.PollAsync(false, CancellationToken.None);
            expected = each.IsRefresh
                ? expected + (each.Elapsed - (before?.Elapsed ?? TimeSpan.Zero))
                : each.Observation.Time;
            before = each;

            Assert.Equal(expected, observer.CurrentTime);
        }
    }

    [Theory]
    [InlineData(2, 40, 120)]
    [InlineData(0.5, 160, 480)]
    [InlineData(1e-5, 8_000_000, 24_000_000)]
    public async Task PollAsync_AtASpeed_WaitsForTheRecordedMoment(double speed, int first, int second)
    {
        var time = new SkippingTime();
        var written = new SyntheticWorkload(23).Observations(2);
        await using var observer = Play(
            [
                written[0] with
                {
                    Elapsed = TimeSpan.FromMilliseconds(80),
                },
                written[1] with
                {
                    Elapsed = TimeSpan.FromMilliseconds(240),
                },
            ],
            time,
            speed
        );
        Assert.Equal(TimeSpan.Zero, time.Waited);

        await observer.PollAsync(false, CancellationToken.None);
        Assert.Equal(TimeSpan.FromMilliseconds(first), time.Waited);

        await observer.PollAsync(false, CancellationToken.None);
        Assert.Equal(TimeSpan.FromMilliseconds(second), time.Waited);
    }

    [Fact]
    public async Task PollAsync_Cancelled_EndsAtOnce()
    {
        var late = new SyntheticWorkload(24).Next() with { Elapsed = TimeSpan.FromDays(1) };
        await using var observer = Play([late], TimeProvider.System, 1);
        using var cancellation = new CancellationTokenSource();
        var poll = observer.PollAsync(false, cancellation.Token);
        await cancellation.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => poll);
    }

    [Fact]
    public async Task Notes_TruncatedRecording_SaySo()
    {
        var file = RecordedSequence.Write(
            new SyntheticWorkload(25).Observations(20),
            new RecordingOptions { FlushInterval = TimeSpan.Zero }
        );
        var reader = RecordingReader.Open(new MemoryStream(file[..^20]), "cut.rgrec").Reader!;
        await using var observer = new ReplayObserver(reader, TimeProvider.System, null);
        while (!observer.IsAtEnd)
            await observer.PollAsync(false, CancellationToken.None);
        Assert.Contains("cut off", Assert.Single(observer.Notes), StringComparison.Ordinal);
    }

    private static ReplayObserver Play(IEnumerable<RecordedObservation> written, TimeProvider time, double? speed)
    {
        var reader = RecordingReader.Open(new MemoryStream(RecordedSequence.Write(written)), "w.rgrec").Reader!;
        return new ReplayObserver(reader, time, speed);
    }
}
