using System.Collections.Immutable;
using RgPolicy.Dbms.Configure;

namespace RgPolicy.Dbms.PostgreSql.Configure;

/// <summary>What a policy comes to in the settings of roles.</summary>
/// <param name="Settings">What is asked for.</param>
/// <param name="NotEnforced">What they leave out.</param>
/// <param name="Warnings">What the DBA should know, as sentences.</param>
internal sealed record RoleSettingsCompilation(
    ImmutableArray<RoleSettings> Settings,
    ImmutableArray<UnenforcedSetting> NotEnforced,
    ImmutableArray<string> Warnings
);
