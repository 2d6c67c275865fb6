using System.Collections.Immutable;
using RgPolicy.Dbms.Configure;

namespace RgPolicy.Dbms.PostgreSql.Configure;

/// <summary>Settings of a role in a database; they hold for sessions that begin from then on.</summary>
/// <param name="Role">The role.</param>
/// <param name="Database">The database.</param>
/// <param name="Values">Names of settings and their values, by name.</param>
internal sealed record RoleSettings(string Role, string Database, ImmutableSortedDictionary<string, string> Values)
{
    /// <summary>True where both say the same.</summary>
    public bool Equals(RoleSettings? other) =>
        other is not null && Role == other.Role && Database == other.Database && Values.SequenceEqual(other.Values);

    /// <inheritdoc/>
    public override int GetHashCode() => HashCode.Combine(Role, Database, Values.Count);
}

/// <summary>What a policy comes to in the settings of roles.</summary>
/// <param name="Settings">What is asked for.</param>
/// <param name="NotEnforced">What they leave out.</param>
/// <param name="Warnings">What the DBA should know, as sentences.</param>
internal sealed record RoleSettingsCompilation(
    ImmutableArray<RoleSettings> Settings,
    ImmutableArray<UnenforcedSetting> NotEnforced,
    ImmutableArray<string> Warnings
);
