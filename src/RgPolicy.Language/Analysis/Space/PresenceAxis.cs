namespace RgPolicy.Language.Analysis.Space;

/// <summary>A signal of which only whether it is known matters; what a set contains stands on axes of
/// its own.</summary>
internal sealed record PresenceAxis() : Axis(1);
