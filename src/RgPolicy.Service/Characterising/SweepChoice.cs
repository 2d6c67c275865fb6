using System.Collections.Immutable;
using RgPolicy.Engine.Sensitivity;

namespace RgPolicy.Service.Characterising;

/// <summary>What the user wants swept.</summary>
/// <param name="Lever">The lever.</param>
/// <param name="Settings">Settings of the user's own; empty for those that fit the host.</param>
public sealed record SweepChoice(SweepLever Lever, ImmutableArray<SweepSetting> Settings);
