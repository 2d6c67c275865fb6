using Microsoft.AspNetCore.Http;
using RgPolicy.Service.Status;
using RgPolicy.Service.Tests.Scripted;
using RgPolicy.Service.Web.Orders;

namespace RgPolicy.Service.Tests.Web;

public sealed class OrderBrokerTests
{
    private readonly LoopScene _scene = new();

    [Fact]
    public async Task Take_AfterManyWhoHungUp_IsRefusedWithinItsTurn()
    {
        var broker = new OrderBroker(null, _scene.Time, _scene);
        for (var number = 0; number < 100; number++)
        {
            using var hangsUp = new CancellationTokenSource();
            var refusing = RefuseAsync(broker, hangsUp.Token);
            await hangsUp.CancelAsync();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => refusing);
        }

        var last = RefuseAsync(broker, CancellationToken.None);
        Assert.False(last.IsCompleted);
        _scene.Time.Advance(TimeSpan.FromSeconds(9));

        Assert.Equal(StatusCodes.Status403Forbidden, await last.WaitAsync(TimeSpan.FromSeconds(60)));
    }

    [Fact]
    public async Task Take_MoreThanWait_AreRefusedAtOnceAndTheLastOfABurstIsCountedToo()
    {
        var broker = new OrderBroker(null, _scene.Time, _scene);
        var slow = Enumerable.Range(0, 8).Select(_ => RefuseAsync(broker, CancellationToken.None)).ToList();
        for (var number = 0; number < 5; number++)
            Assert.Equal(StatusCodes.Status403Forbidden, await RefuseAsync(broker, CancellationToken.None));

        Assert.DoesNotContain(slow, each => each.IsCompleted);
        _scene.Time.Advance(TimeSpan.FromSeconds(9));
        await Task.WhenAll(slow).WaitAsync(TimeSpan.FromSeconds(60));

        Assert.Single(_scene.Messages, message => message.Contains("5 others like it", StringComparison.Ordinal));
    }

    private static async Task<int> RefuseAsync(OrderBroker broker, CancellationToken cancellationToken) =>
        (
            await broker.TakeAsync(
                new DefaultHttpContext(),
                new SiteTarget("", new StatusBroker()),
                new StatusQuestion(StatusQuestionKind.Pause),
                cancellationToken
            )
        ).Code;
}
