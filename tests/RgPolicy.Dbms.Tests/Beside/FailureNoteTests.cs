using RgPolicy.Dbms.Beside;

namespace RgPolicy.Dbms.Tests.Beside;

public sealed class FailureNoteTests
{
    private static readonly DateTimeOffset Noon = new(2026, 11, 22, 12, 0, 0, TimeSpan.Zero);

    private readonly ObserverNotes _notes = new();
    private readonly FailureNote _note;

    public FailureNoteTests() => _note = new FailureNote(_notes, "what others read", failure => failure.Message);

    [Fact]
    public void Failed_Once_IsNotTold()
    {
        Fail("too late");

        Assert.Empty(_notes.All);
    }

    [Fact]
    public void Failed_TwiceInARow_IsToldOnOneLineWithTheLastReading()
    {
        Fail("too late");
        Fail("too\nlate.");

        Assert.Equal(
            ["what others read cannot be read: too late; the last reading is of 2026-11-22 12:00:00Z"],
            _notes.All
        );
    }

    [Fact]
    public void Failed_AgainAndAgain_IsTheSameNote()
    {
        Fail("too late");
        Fail("too late");
        var told = _notes.All;
        Fail("too late");

        Assert.Same(told, _notes.All);
    }

    [Fact]
    public void Failed_TwiceWithASuccessBetween_IsNotTold()
    {
        Fail("too late");
        _note.Succeeded();
        Fail("too late");

        Assert.Empty(_notes.All);
    }

    [Fact]
    public void Succeeded_AfterFailures_IsToldNoLonger()
    {
        Fail("too late");
        Fail("too late");
        _note.Succeeded();

        Assert.Empty(_notes.All);
    }

    private void Fail(string message) => _note.Failed(new TimeoutException(message), Noon);
}
