using System.Collections.Immutable;

namespace RgPolicy.Engine.Sensitivity;

/// <summary>One lever and the settings to try.</summary>
/// <param name="Lever">The lever.</param>
/// <param name="Settings">Ascending: each gives at least what the one before it gives.</param>
public sealed record Sweep(SweepLever Lever, ImmutableArray<SweepSetting> Settings);
