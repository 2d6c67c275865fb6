namespace RgPolicy.Dbms.Trials;

/// <summary>A step of an execution.</summary>
/// <param name="Pause">How long to wait first; it counts for no statement.</param>
/// <param name="Statement">What to run then, with its values; null for nothing.</param>
public sealed record TrialStep(TimeSpan Pause, TrialStatement? Statement);
