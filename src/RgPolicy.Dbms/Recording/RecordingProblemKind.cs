namespace RgPolicy.Dbms.Recording;

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
