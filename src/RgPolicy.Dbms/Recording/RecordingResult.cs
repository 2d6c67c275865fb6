namespace RgPolicy.Dbms.Recording;

/// <summary>What opening a recording gave: exactly one of the two is set.</summary>
/// <param name="Reader">Stands before the first observation; the caller disposes of it.</param>
/// <param name="Problem">Why it cannot be read.</param>
public sealed record RecordingResult(RecordingReader? Reader, RecordingProblem? Problem);

/// <summary>Why a recording cannot be read, or not to its end.</summary>
/// <param name="Kind">What sort of problem.</param>
/// <param name="Message">For people: what is wrong and what to do.</param>
public sealed record RecordingProblem(RecordingProblemKind Kind, string Message);
