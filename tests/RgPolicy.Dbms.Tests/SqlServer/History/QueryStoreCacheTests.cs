using RgPolicy.Dbms.SqlServer.History;
using RgPolicy.Dbms.Tests.Clocks;

namespace RgPolicy.Dbms.Tests.SqlServer.History;

public sealed class QueryStoreCacheTests
{
    private readonly MovedClock _clock = new();

    [Fact]
    public void IsReadable_StateOfTenMinutesAgo_HasToBeLookedAtAgain()
    {
        var cache = new QueryStoreCache(10, _clock);
        Assert.Null(cache.IsReadable("shop"));
        cache.SetReadable("shop", true);
        Assert.True(cache.IsReadable("shop"));
        Assert.Null(cache.IsReadable("Shop"));
        _clock.Move(TimeSpan.FromMinutes(10));
        Assert.Null(cache.IsReadable("shop"));
    }

    [Fact]
    public void IsReadable_DatabaseWithoutAName_IsNot() => Assert.False(new QueryStoreCache(10, _clock).IsReadable(""));

    [Fact]
    public void WasFound_ReadingOfAMinuteAgo_IsDueAgain()
    {
        var (cache, key) = (new QueryStoreCache(10, _clock), new HistoryKey("shop", 1));
        Assert.Null(cache.WasFound(key));
        cache.SetFound(key, false);
        Assert.False(cache.WasFound(key));
        Assert.Null(cache.WasFound(key with { Database = "other" }));
        _clock.Move(TimeSpan.FromSeconds(10));
        Assert.Null(cache.WasFound(key));
        cache.SetFound(key, true);
        _clock.Move(TimeSpan.FromSeconds(59));
        Assert.True(cache.WasFound(key));
        _clock.Move(TimeSpan.FromSeconds(1));
        Assert.Null(cache.WasFound(key));
    }
}
