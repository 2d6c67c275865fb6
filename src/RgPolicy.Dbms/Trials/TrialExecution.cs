namespace RgPolicy.Dbms.Trials;

/// <summary>One execution.</summary>
/// <param name="Elapsed">From sending to the last row.</param>
/// <param name="Plan">A hash of the plan that the server has for it under the settings.</param>
public sealed record TrialExecution(TimeSpan Elapsed, string Plan);
