namespace RgPolicy.Documents.Sweep;

/// <summary>A setting of a lever.</summary>
/// <param name="Setting">Its value, in the lever's unit.</param>
/// <param name="Text">As it is shown.</param>
public sealed record SweptPoint(double? Setting, string? Text);
