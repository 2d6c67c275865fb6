namespace RgPolicy.Dbms.Trials;

/// <summary>What the session that runs the statements is told; null for what the server gives by itself.</summary>
/// <param name="MaxDop">Processes of one statement, at least 1.</param>
/// <param name="GrantBytes">Memory of each sort, hash table or the like.</param>
/// <param name="GrantPercent">The most that a query is granted, percent of what the server would.</param>
public sealed record TrialSettings(int? MaxDop, long? GrantBytes, int? GrantPercent = null)
{
    /// <summary>Nothing is limited.</summary>
    public static TrialSettings None { get; } = new(null, null);
}
