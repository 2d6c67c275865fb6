using Npgsql;
using RgPolicy.Dbms.Beside;
using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.Tests.Clocks;

namespace RgPolicy.Dbms.Tests.Beside;

public sealed class BesidePollTests : IAsyncDisposable
{
    private static readonly TimeSpan Second = TimeSpan.FromSeconds(1);

    private readonly MovedClock _time = new();
    private readonly ObserverNotes _notes = new();
    private readonly BesidePoll<string> _beside;
    private Func<CancellationToken, Task<string>> _read = _ => Task.FromResult("a value");
    private int _closed;
    private int _readings;

    public BesidePollTests() =>
        _beside = new BesidePoll<string>(
            token =>
            {
                _readings++;
                return _read(token);
            },
            () =>
            {
                _closed++;
                return Task.CompletedTask;
            },
            new Pauses(Second) { Longest = Second * 30, InReadings = 20 },
            new FailureNote(_notes, "it", failure => failure.GetType().Name),
            _time
        );

    public async ValueTask DisposeAsync() => await _beside.DisposeAsync();

    /// <summary>What servers, drivers and mistakes in this program throw.</summary>
    public static TheoryData<Exception> Faults =>
        [
            new NpgsqlException("lost"),
            new ObserveException("refused"),
            new ConfigureException("a right is missing", "Grant it."),
            new TimeoutException("late"),
            new IOException("reset"),
            new OperationCanceledException("by the driver"),
            new ObjectDisposedException("connection"),
            new InvalidCastException("a column of another type"),
            new ArgumentOutOfRangeException("row"),
            new InvalidOperationException("no current row"),
            new AggregateException(new IOException("inside")),
        ];

    [Theory]
    [MemberData(nameof(Faults))]
    public async Task Take_ReadingFaulted_IsNeverThrownAndReadAgain(Exception fault)
    {
        _read = _ => Task.FromException<string>(fault);
        await ReadAsync();
        await ReadAsync();
        Assert.Single(_notes.All);
        Assert.True(_beside.IsFailing);

        _read = _ => Task.FromResult("again");
        Assert.Equal("again", await ReadAsync());
        Assert.Empty(_notes.All);
        Assert.False(_beside.IsFailing);
        Assert.Equal(2, _closed);
    }

    [Fact]
    public async Task Take_ReaderThrowsBeforeItsFirstWait_IsAFaultLikeAnyOther()
    {
        _read = _ => throw new InvalidOperationException("at once");

        Assert.Null(await ReadAsync());
        Assert.Equal(1, _closed);
    }

    [Fact]
    public async Task IsDue_FaultsInARow_PausesDoubleToAMinute()
    {
        _read = _ => Task.FromException<string>(new IOException("gone"));
        var pauses = new List<int>();
        for (var fault = 0; fault < 9; fault++)
        {
            await ReadAsync();
            var seconds = 0;
            for (; !_beside.IsDue; seconds++)
                _time.Move(Second);
            pauses.Add(seconds);
        }

        Assert.Equal([1, 2, 4, 8, 16, 32, 60, 60, 60], pauses);
    }

    [Theory]
    [InlineData(0.01, 1)]
    [InlineData(0.5, 10)]
    [InlineData(9, 30)]
    public async Task IsDue_SlowReading_RestsInProportionWithinItsBounds(double took, int pause)
    {
        await ReadAsync(); // Connects.
        _read = _ =>
        {
            _time.Move(Second * took);
            return Task.FromResult("slow");
        };
        await ReadAsync();
        _time.Move((Second * (pause - took)) - TimeSpan.FromMilliseconds(1));

        Assert.False(_beside.IsDue);
        _time.Move(TimeSpan.FromMilliseconds(1));
        Assert.True(_beside.IsDue);
    }

    [Fact]
    public async Task IsDue_ReadingThatConnects_IsNotPaced()
    {
        _read = _ =>
        {
            _time.Move(Second * 9);
            return Task.FromResult("connected");
        };
        await ReadAsync();

        Assert.True(_beside.IsDue);
    }

    [Fact]
    public async Task Age_FaultAfterAGoodReading_GoesOn()
    {
        Assert.Null(_beside.Age);
        await ReadAsync();
        _read = _ => Task.FromException<string>(new IOException("gone"));
        _time.Move(Second * 5);
        await ReadAsync();
        _time.Move(Second * 5);

        Assert.Equal(Second * 10, _beside.Age!.Value);
    }

    [Fact]
    public async Task Ask_ReadingUnderWay_BeginsNoOther()
    {
        var answer = new TaskCompletionSource<string>();
        _read = _ => answer.Task;
        _beside.Ask();
        _time.Move(Second * 100);
        _beside.Ask();

        Assert.False(_beside.Take(out _));
        answer.SetResult("late");
        await _beside.SettleAsync();
        Assert.True(_beside.Take(out var value));
        Assert.Equal("late", value);
        Assert.Equal(1, _readings);
    }

    [Fact]
    public async Task ReadAsync_NoAnswerWithinTheLimit_IsAFault()
    {
        await using var beside = new BesidePoll<string>(
            async token =>
            {
                await Task.Delay(Timeout.Infinite, token);
                return "";
            },
            () => Task.CompletedTask,
            new Pauses(Second) { Limit = TimeSpan.FromMilliseconds(10) },
            new FailureNote(_notes, "it", failure => failure.Message),
            _time
        );

        beside.Ask();
        await beside.SettleAsync();

        Assert.False(beside.Take(out _));
        Assert.False(beside.IsDue);
    }

    [Fact]
    public async Task DisposeAsync_ReadingUnderWay_CancelsItAndTellsNothing()
    {
        _read = async token =>
        {
            await Task.Delay(Timeout.Infinite, token);
            return "";
        };
        _beside.Ask();

        await _beside.DisposeAsync();

        Assert.Empty(_notes.All);
        Assert.Equal(1, _closed);
    }

    private async Task<string?> ReadAsync()
    {
        while (!_beside.IsDue)
            _time.Move(Second);
        _beside.Ask();
        await _beside.SettleAsync();
        return _beside.Take(out var value) ? value : null;
    }
}
