using System.Collections.Immutable;
using RgPolicy.Dbms.Configure;

namespace RgPolicy.Dbms.MySql.Configure;

/// <summary>What a policy comes to in limits of accounts.</summary>
/// <param name="Limits">What is asked for.</param>
/// <param name="NotEnforced">What they leave out.</param>
/// <param name="Warnings">What the DBA should know, as sentences.</param>
internal sealed record UserLimitCompilation(
    ImmutableArray<UserLimits> Limits,
    ImmutableArray<UnenforcedSetting> NotEnforced,
    ImmutableArray<string> Warnings
);
