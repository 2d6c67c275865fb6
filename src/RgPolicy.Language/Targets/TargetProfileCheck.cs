namespace RgPolicy.Language.Targets;

/// <summary>A target profile, or what is wrong with it.</summary>
/// <param name="Profile">The profile; null when there is an error.</param>
/// <param name="Error">What is wrong and what to write instead; null when there is a profile.</param>
public sealed record TargetProfileCheck(TargetProfile? Profile, string? Error);
