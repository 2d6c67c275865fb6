namespace RgPolicy.Dbms.Trials;

/// <summary>One statement of a workload that is tried.</summary>
/// <param name="Name">Its name, unique in the workload.</param>
/// <param name="Weight">How often it runs in each run, 1 to 100.</param>
/// <param name="Text">Its text, without a semicolon.</param>
public sealed record TrialStatement(string Name, int Weight, string Text);
