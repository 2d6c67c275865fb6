namespace RgPolicy.Cli.Characterise.Comparing;

/// <summary>A knee in two reports.</summary>
/// <param name="Before">In the first.</param>
/// <param name="After">In the second.</param>
internal sealed record KneeMove(KnownKnee Before, KnownKnee After)
{
    /// <summary>
    /// <c>up</c> or <c>down</c> where what is surely enough in one is surely not in the other; <c>alike</c> where both
    /// are the same and sure; else <c>not told apart</c>.
    /// </summary>
    public string Verdict =>
        After.Least > Before.Most ? "up"
        : After.Most < Before.Least ? "down"
        : IsSure(Before) && IsSure(After) && Before.Most == After.Most ? "alike"
        : "not told apart";

    private static bool IsSure(KnownKnee knee) => knee.Least == knee.Most;
}
