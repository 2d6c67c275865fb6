namespace RgPolicy.MySqlConformance;

/// <summary>How a check went, and what was seen.</summary>
internal sealed record Verdict(Outcome Outcome, string Why)
{
    public static Verdict Passed(string seen = "") => new(Outcome.Passed, seen);

    public static Verdict Failed(string why) => new(Outcome.Failed, why);

    public static Verdict Skipped(string why) => new(Outcome.Skipped, why);

    /// <summary>Passed where something is so.</summary>
    public static Verdict Of(bool isSo, string seen) => isSo ? Passed(seen) : Failed(seen);
}
