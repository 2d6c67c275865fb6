using RgPolicy.Service.Tests.Scripted;
using RgPolicy.Service.Web;

namespace RgPolicy.Service.Tests.Web;

public sealed class SiteWarmUpTests
{
    [Fact]
    public void Show_HostIsSoFullThatPagesTakeMinutes_IsStillShown()
    {
        var time = new ManualTime();
        var broker = WarmUpLoop.Show(time);
        time.Advance(TimeSpan.FromMinutes(5));

        // What a loop shows is old after 5 s, and whoever asks waits for more: there was never any more here, and the
        // service never told that it is ready.
        Assert.True(broker.LookAsync(CancellationToken.None).IsCompletedSuccessfully);
    }
}
