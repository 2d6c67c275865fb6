namespace RgPolicy.Dbms.Tests;

public sealed class ReadingNoteTests
{
    private readonly ObserverNotes _notes = new();
    private readonly ReadingNote _note;

    public ReadingNoteTests() => _note = new ReadingNote(_notes, "what others read");

    [Fact]
    public void Failed_Once_IsNotTold()
    {
        _note.Failed(new TimeoutException("too late"));

        Assert.Empty(_notes.All);
    }

    [Fact]
    public void Failed_TwiceInARow_IsToldOnOneLine()
    {
        _note.Failed(new TimeoutException("too late"));
        _note.Failed(new TimeoutException("too\nlate"));

        Assert.Equal(["what others read cannot be read: too late"], _notes.All);
    }

    [Fact]
    public void Failed_TwiceWithASuccessBetween_IsNotTold()
    {
        _note.Failed(new TimeoutException("too late"));
        _note.Succeeded();
        _note.Failed(new TimeoutException("too late"));

        Assert.Empty(_notes.All);
    }

    [Fact]
    public void Succeeded_AfterFailures_IsToldNoLonger()
    {
        _note.Failed(new TimeoutException("too late"));
        _note.Failed(new TimeoutException("too late"));
        _note.Succeeded();

        Assert.Empty(_notes.All);
    }
}
