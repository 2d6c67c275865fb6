namespace RgPolicy.Service.Policies;

/// <summary>A revision that was in force and was replaced.</summary>
/// <param name="Replaced">When.</param>
/// <param name="By">Who replaced it.</param>
/// <param name="Revision">The revision.</param>
/// <param name="Difference">What has changed with the one that followed.</param>
internal sealed record PastRevision(DateTimeOffset Replaced, string By, string Revision, RevisionDifference Difference);
