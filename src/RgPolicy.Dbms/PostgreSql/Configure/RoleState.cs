using System.Collections.Immutable;
using RgPolicy.Engine.Configure;

namespace RgPolicy.Dbms.PostgreSql.Configure;

/// <summary>Settings of roles in databases, ordered by role and database.</summary>
/// <param name="Settings">The settings.</param>
internal sealed record RoleState(ImmutableArray<RoleSettings> Settings)
{
    /// <summary>What RgPolicy set.</summary>
    public RoleState Own() => new([.. Settings.Select(OwnedSettings.Of).Where(row => !row.Values.IsEmpty)]);

    /// <summary>The values of a role in a database; empty where there are none.</summary>
    public ImmutableSortedDictionary<string, string> Values(RoleSettings place) =>
        Settings.FirstOrDefault(row => row.Role == place.Role && row.Database == place.Database)?.Values ?? ImmutableSortedDictionary<string, string>.Empty;
}
