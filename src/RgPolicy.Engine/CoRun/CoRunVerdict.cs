namespace RgPolicy.Engine.CoRun;

/// <summary>What co-run advice says of one query that runs.</summary>
/// <param name="IsAdmitted">It should run beside the others; false when it would have been held back.</param>
/// <param name="Reason">Why, for people.</param>
public sealed record CoRunVerdict(bool IsAdmitted, string Reason);
