namespace RgPolicy.Engine.Sensitivity;

/// <summary>How much a sweep gives.</summary>
/// <param name="Value">In the lever's unit: processors, ways, percent, bytes per second, processes or bytes.</param>
/// <param name="Text">As a person writes it, such as <c>64 MiB</c>.</param>
public sealed record SweepSetting(long Value, string Text);
