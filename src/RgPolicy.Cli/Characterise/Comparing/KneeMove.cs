namespace RgPolicy.Cli.Characterise.Comparing;

/// <summary>A knee in two reports.</summary>
/// <param name="Before">In the first.</param>
/// <param name="After">In the second.</param>
internal sealed record KneeMove(KnownKnee Before, KnownKnee After)
{
    /// <summary>
    /// <c>up</c> or <c>down</c> where what is surely enough in one was tried in the other, and is surely not there;
    /// <c>alike</c> where both are found at the same setting and sure; else <c>not told apart</c>.
    /// </summary>
    public string Verdict =>
        After.Exceeds(Before.Most) ? "up"
        : Before.Exceeds(After.Most) ? "down"
        : Before.IsSure && After.IsSure && Before.Most == After.Most ? "alike"
        : "not told apart";
}
