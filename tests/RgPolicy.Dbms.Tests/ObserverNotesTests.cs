namespace RgPolicy.Dbms.Tests;

public sealed class ObserverNotesTests
{
    [Fact]
    public void Set_NoteOfATopicThatHoldsNoMore_IsGoneAndOthersStay()
    {
        var notes = new ObserverNotes();
        notes.Add("for good");
        notes.Set("traits", "standby", "no history");
        notes.Set("pace", "lean");

        notes.Set("traits", "no history");
        Assert.Equal(["for good", "no history", "lean"], notes.All);

        notes.Set("traits");
        notes.Set("pace");
        Assert.Equal(["for good"], notes.All);
    }

    [Fact]
    public void All_NothingCameOrWent_IsTheSameList()
    {
        var notes = new ObserverNotes();
        notes.Set("traits", "standby");
        var before = notes.All;

        notes.Set("traits", "standby");
        notes.Add("standby");

        Assert.Same(before, notes.All);
    }
}
