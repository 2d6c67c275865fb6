using RgPolicy.Service.Status;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Status;

/// <summary>Documents are made while the loop rests.</summary>
public sealed class LoopRestTests
{
    private static readonly TimeSpan Short = TimeSpan.FromMilliseconds(5);
    private static readonly TimeSpan Long = TimeSpan.FromMilliseconds(60);

    private readonly ManualTime _time = new();
    private readonly LoopRest _rest;

    public LoopRestTests() => _rest = new LoopRest(_time);

    [Fact]
    public void Wait_NoLoopHasBegun_DoesNotWait() => Assert.True(_rest.WaitAsync(Long).IsCompleted);

    [Fact]
    public async Task Wait_LoopIsAtWork_WaitsForItsRest()
    {
        _rest.End();
        var waiting = _rest.WaitAsync(Short);
        Assert.False(waiting.IsCompleted);

        _rest.Begin(TimeSpan.FromMilliseconds(90));

        await waiting.WaitAsync(TimeSpan.FromMinutes(1));
    }

    [Fact]
    public async Task Wait_RestIsNearlyOver_WaitsForTheNextOneWhereItTakesLonger()
    {
        _rest.Begin(TimeSpan.FromMilliseconds(90));
        _time.Advance(TimeSpan.FromMilliseconds(50));
        Assert.True(_rest.WaitAsync(Short).IsCompleted);
        var waiting = _rest.WaitAsync(Long);
        Assert.False(waiting.IsCompleted);

        _rest.End();
        _rest.Begin(TimeSpan.FromMilliseconds(20), isWhole: false);
        Assert.False(waiting.IsCompleted);
        _rest.End();
        _rest.Begin(TimeSpan.FromMilliseconds(20));

        await waiting.WaitAsync(TimeSpan.FromMinutes(1));
    }

    [Fact]
    public async Task Wait_LoopDoesNotComeToRest_EndsByItself()
    {
        _rest.End();
        var waiting = _rest.WaitAsync(Short);

        _time.Advance(TimeSpan.FromMilliseconds(200));

        await waiting.WaitAsync(TimeSpan.FromMinutes(1));
    }
}
