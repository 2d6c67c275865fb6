using System.Collections.Immutable;

namespace RgPolicy.Engine.Sensitivity;

/// <summary>One lever and the settings to try.</summary>
/// <param name="Lever">The lever.</param>
/// <param name="Settings">Ascending: each gives at least what the one before it gives.</param>
public sealed record Sweep(SweepLever Lever, ImmutableArray<SweepSetting> Settings);

/// <summary>How much a sweep gives.</summary>
/// <param name="Value">In the lever's unit: processors, ways, percent, bytes per second, processes or bytes.</param>
/// <param name="Text">As a person writes it, such as <c>64 MiB</c>.</param>
public sealed record SweepSetting(long Value, string Text);
