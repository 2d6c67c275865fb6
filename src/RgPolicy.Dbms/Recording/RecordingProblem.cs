namespace RgPolicy.Dbms.Recording;

/// <summary>Why a recording cannot be read, or not to its end.</summary>
/// <param name="Kind">What sort of problem.</param>
/// <param name="Message">For people: what is wrong and what to do.</param>
public sealed record RecordingProblem(RecordingProblemKind Kind, string Message);
