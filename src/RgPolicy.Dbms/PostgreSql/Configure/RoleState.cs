using System.Collections.Immutable;
using RgPolicy.Dbms.Configure.Logins;

namespace RgPolicy.Dbms.PostgreSql.Configure;

/// <summary>Settings of roles in databases, ordered by role and database.</summary>
/// <param name="Settings">The settings.</param>
internal sealed record RoleState(ImmutableArray<RoleSettings> Settings)
{
    /// <summary>What RgPolicy set.</summary>
    public RoleState Own() => new([.. Settings.Select(OwnedSettings.Of).Where(row => !row.Values.IsEmpty)]);

    /// <summary>The rows by role and database.</summary>
    public Dictionary<RoleInDatabase, RoleSettings> ByPlace() => Settings.DistinctBy(PlaceOf).ToDictionary(PlaceOf);

    private static RoleInDatabase PlaceOf(RoleSettings row) => new(row.Role, row.Database);
}
