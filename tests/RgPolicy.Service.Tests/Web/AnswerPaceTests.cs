using RgPolicy.Service.Tests.Scripted;
using RgPolicy.Service.Web;

namespace RgPolicy.Service.Tests.Web;

public sealed class AnswerPaceTests
{
    private readonly ManualTime _time = new();

    [Fact]
    public void Next_ManyAtOnce_TheFirstDoNotWaitAndTheRestGoesAtItsPace()
    {
        var pace = new AnswerPace(_time);
        var waits = Enumerable.Range(0, 1050).Select(_ => pace.Next()).ToList();

        Assert.All(waits[..50], wait => Assert.Equal(TimeSpan.Zero, wait));
        Assert.Equal(TimeSpan.FromSeconds(1), waits[^1]);
    }

    [Fact]
    public void Next_AfterAPause_NobodyWaitsForWhatWasNotUsed()
    {
        var pace = new AnswerPace(_time);
        for (var count = 0; count < 500; count++)
            pace.Next();

        _time.Advance(TimeSpan.FromHours(1));
        Assert.Equal(50, Enumerable.Range(0, 60).Count(_ => pace.Next() == TimeSpan.Zero));
    }
}
