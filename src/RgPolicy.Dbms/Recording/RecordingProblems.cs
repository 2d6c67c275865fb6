namespace RgPolicy.Dbms.Recording;

/// <summary>The words for each problem: what is wrong, and what to do.</summary>
internal static class RecordingProblems
{
    public static RecordingProblem Unreadable(string name, Exception failure) =>
        new(
            RecordingProblemKind.Unreadable,
            failure is FileNotFoundException or DirectoryNotFoundException
                ? $"There is no recording `{name}`. Make one with: rgp record --server URI --out {name}"
                : $"The recording `{name}` cannot be read: {failure.Message} Check that it is a file that you may read."
        );

    public static RecordingProblem NotARecording(string name, bool mayBeCut) =>
        new(
            RecordingProblemKind.NotARecording,
            $"`{name}` is not a recording of RgPolicy{(mayBeCut ? ", or is cut off within its first bytes" : "")}. "
                + "Make one with: rgp record --server URI --out FILE"
        );

    public static RecordingProblem TooOld(string name) =>
        new(
            RecordingProblemKind.NotARecording,
            $"`{name}` is a recording of a form before 0.1.0, which is not read. "
                + "Record again with: rgp record --server URI --out FILE"
        );

    public static RecordingProblem TooNew(string name, int version) =>
        new(
            RecordingProblemKind.TooNew,
            string.Create(
                CultureInfo.InvariantCulture,
                $"`{name}` is a recording of format {version}; this version of rgp reads up to "
                    + $"{RecordingLimits.Version}. "
            ) + "Read it with the version that wrote it, or a newer one."
        );

    public static RecordingProblem InHeader(string name, RecordingProblemKind? kind) =>
        kind == RecordingProblemKind.Truncated
            ? new(
                RecordingProblemKind.Truncated,
                $"The recording `{name}` is cut off within its first bytes and holds no observation. Record again."
            )
            : new(
                RecordingProblemKind.Malformed,
                $"The recording `{name}` is damaged at its beginning and cannot be read. Copy it "
                    + "again as a binary file."
            );

    public static RecordingProblem AfterHeader(string name, RecordingProblemKind kind, long observations)
    {
        var upTo = FormattableString.Invariant($"after {observations} observations");
        var message = kind switch
        {
            RecordingProblemKind.Truncated => $"The recording `{name}` is cut off {upTo}; what comes before is used. "
                + "This is normal when the recorder was killed, else copy the file again.",
            RecordingProblemKind.TooLarge =>
                $"The recording `{name}` wants more memory, or unpacks to more, than a recording of its size may "
                    + $"{upTo}: it is not read "
                    + "further, what comes before is used. Record again.",
            _ => $"The recording `{name}` is damaged {upTo}; what comes before is used. "
                + "Copy it again as a binary file, or record again.",
        };
        return new RecordingProblem(kind, message);
    }
}

/// <summary>Why a recording cannot be read, or not to its end.</summary>
internal sealed record RecordingProblem(RecordingProblemKind Kind, string Message);

internal enum RecordingProblemKind
{
    Unreadable,
    NotARecording,
    TooNew,

    /// <summary>It ends in the middle; everything before was read.</summary>
    Truncated,

    /// <summary>Its contents do not fit together; everything before was read.</summary>
    Malformed,

    /// <summary>It asks for more memory or time than a recording may.</summary>
    TooLarge,
}

/// <summary>What opening a recording gave: exactly one of the two is set.</summary>
/// <remarks><c>Reader</c>: stands before the first observation; the caller disposes of it.</remarks>
internal sealed record RecordingResult(RecordingReader? Reader, RecordingProblem? Problem);
