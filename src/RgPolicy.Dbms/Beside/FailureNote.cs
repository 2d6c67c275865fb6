using System.Globalization;

namespace RgPolicy.Dbms.Beside;

/// <summary>
/// The note that something cannot be read beside the polls: from the second failure in a row until it can be read
/// again. One failure alone is usual: a connection breaks, and the next reading opens another.
/// </summary>
/// <param name="notes">Where it is told.</param>
/// <param name="what">What is read, as the beginning of a sentence.</param>
/// <param name="meaning">What a failure means, in words for people.</param>
internal sealed class FailureNote(ObserverNotes notes, string what, Func<Exception, string> meaning)
{
    private const int MostFailures = 1;

    /// <summary>Failures in a row.</summary>
    public int Failures { get; private set; }

    /// <summary>True from the second failure in a row until a reading succeeds.</summary>
    public bool IsTold => Failures > MostFailures;

    /// <summary>It was read.</summary>
    public void Succeeded()
    {
        Failures = 0;
        notes.Set(what);
    }

    /// <summary>It could not be read.</summary>
    /// <param name="failure">Why.</param>
    /// <param name="lastRead">When it was read last; null for never.</param>
    public void Failed(Exception failure, DateTimeOffset? lastRead)
    {
        Failures++;
        if (!IsTold)
            return;
        // The time and not the age: the note stays the same, so it is logged once.
        var last = lastRead is { } at
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"; the last reading is of {at.UtcDateTime:yyyy-MM-dd HH:mm:ss}Z"
            )
            : "";
        notes.Set(what, $"{what} cannot be read: {meaning(failure).ReplaceLineEndings(" ").TrimEnd('.')}{last}");
    }
}
