namespace RgPolicy.Dbms.Recording;

/// <summary>Why a recording cannot be read, or not to its end.</summary>
/// <param name="Kind">What sort of problem.</param>
/// <param name="Message">For people: what is wrong and what to do.</param>
public sealed record RecordingProblem(RecordingProblemKind Kind, string Message);

/// <summary>The ways in which a recording can be unreadable.</summary>
public enum RecordingProblemKind
{
    /// <summary>There is no such file, or it may not be read.</summary>
    Unreadable,

    /// <summary>The file is not a recording at all.</summary>
    NotARecording,

    /// <summary>It was written by a newer version.</summary>
    TooNew,

    /// <summary>It ends in the middle; everything before was read.</summary>
    Truncated,

    /// <summary>Its contents do not fit together; everything before was read.</summary>
    Malformed,

    /// <summary>It asks for more memory or time than a recording may.</summary>
    TooLarge,
}

/// <summary>What opening a recording gave: exactly one of the two is set.</summary>
/// <param name="Reader">Stands before the first observation; the caller disposes of it.</param>
/// <param name="Problem">Why it cannot be read.</param>
public sealed record RecordingResult(RecordingReader? Reader, RecordingProblem? Problem);
