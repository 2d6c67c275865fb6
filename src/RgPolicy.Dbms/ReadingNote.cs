namespace RgPolicy.Dbms;

/// <summary>
/// Tells the user that something which is read beside the polls cannot be read, from the second failure in a row until
/// it can be read again. One failure alone is usual: a connection breaks, and the next reading opens another.
/// </summary>
/// <param name="notes">Where it is told.</param>
/// <param name="what">What is read, as the beginning of a sentence.</param>
internal sealed class ReadingNote(ObserverNotes notes, string what)
{
    private const int MostFailures = 1;

    private int _failures;

    /// <summary>It was read.</summary>
    public void Succeeded()
    {
        _failures = 0;
        notes.Set(what);
    }

    /// <summary>It could not be read.</summary>
    public void Failed(Exception failure)
    {
        if (++_failures > MostFailures)
        {
            notes.Set(what, $"{what} cannot be read: {failure.Message.ReplaceLineEndings(" ")}");
        }
    }
}
