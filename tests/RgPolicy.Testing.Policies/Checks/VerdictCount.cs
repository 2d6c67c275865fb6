namespace RgPolicy.Testing.Policies.Checks;

/// <summary>What became of the verdicts of one code.</summary>
/// <param name="Due">How many hold.</param>
/// <param name="Found">How many of them are told.</param>
/// <param name="False">How many are told and do not hold.</param>
/// <param name="Below">Not told, for the class stands below one that is always true.</param>
/// <param name="Beside">Not told, for the class is never reached, or only while something is unknown.</param>
/// <param name="Missing">Not told, and nothing says why.</param>
internal sealed record VerdictCount(int Due, int Found, int False, int Below, int Beside, int Missing);
