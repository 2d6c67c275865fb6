using RgPolicy.Dbms.SqlServer.History;
using RgPolicy.Dbms.Tests.Clocks;

namespace RgPolicy.Dbms.Tests.SqlServer.History;

public sealed class StoreBookTests
{
    private readonly MovedClock _clock = new();

    [Fact]
    public void IsReadable_StateOfTenMinutesAgo_HasToBeLookedAtAgain()
    {
        var book = new StoreBook(10, _clock);
        Assert.Null(book.IsReadable("shop"));
        book.SetReadable("shop", true);
        Assert.True(book.IsReadable("shop"));
        Assert.Null(book.IsReadable("Shop"));
        _clock.Move(TimeSpan.FromMinutes(10));
        Assert.Null(book.IsReadable("shop"));
    }

    [Fact]
    public void IsReadable_DatabaseWithoutAName_IsNot() => Assert.False(new StoreBook(10, _clock).IsReadable(""));

    [Fact]
    public void WasFound_ReadingOfAMinuteAgo_IsDueAgain()
    {
        var (book, key) = (new StoreBook(10, _clock), new HistoryKey("shop", 1));
        Assert.Null(book.WasFound(key));
        book.SetFound(key, false);
        Assert.False(book.WasFound(key));
        Assert.Null(book.WasFound(key with { Database = "other" }));
        _clock.Move(TimeSpan.FromSeconds(10));
        Assert.Null(book.WasFound(key));
        book.SetFound(key, true);
        _clock.Move(TimeSpan.FromSeconds(59));
        Assert.True(book.WasFound(key));
        _clock.Move(TimeSpan.FromSeconds(1));
        Assert.Null(book.WasFound(key));
    }
}
