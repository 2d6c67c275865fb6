using System.Collections.Immutable;
using RgPolicy.Dbms.Configure.Logins;

namespace RgPolicy.Dbms.PostgreSql.Configure;

/// <summary>What a server keeps for roles in databases, and which roles and databases it has.</summary>
/// <param name="State">All settings, those of others included.</param>
/// <param name="Roles">The roles.</param>
/// <param name="Databases">The databases.</param>
internal sealed record RoleCatalog(
    RoleState State,
    ImmutableSortedDictionary<string, RoleTraits> Roles,
    ImmutableHashSet<string> Databases
)
{
    private const char Unreadable = '\uFFFD';

    private bool IsAsSuperuser =>
        Roles.Values.Any(traits => traits.HasFlag(RoleTraits.Superuser | RoleTraits.Connection));

    /// <summary>Why nothing can be set there; empty where it can.</summary>
    public string Obstacle(string role, string database)
    {
        if (role.Contains(Unreadable) || database.Contains(Unreadable))
        {
            return "the name is not valid UTF-8, so no statement can be sent for it";
        }

        if (!Roles.TryGetValue(role, out var traits))
        {
            return "the role is not there any more";
        }

        if (!Databases.Contains(database))
        {
            return "the database is not there any more";
        }

        if (traits.HasFlag(RoleTraits.Superuser))
        {
            return "the role is a superuser";
        }

        if (traits.HasFlag(RoleTraits.Replication))
        {
            return "the role is for replication";
        }

        if (traits.HasFlag(RoleTraits.Connection))
        {
            return "the role is the connection's own";
        }

        return "";
    }

    /// <summary>True where what is RgPolicy's cannot be taken back either: only a superuser may alter one.</summary>
    public bool IsOutOfReach(string role) =>
        !IsAsSuperuser && Roles.TryGetValue(role, out var traits) && traits.HasFlag(RoleTraits.Superuser);

    /// <summary>The roles that are never given anything; one more or less is another configuration.</summary>
    public IEnumerable<string> Protected() =>
        Roles
            .Where(each => (each.Value & (RoleTraits.Superuser | RoleTraits.Replication)) != RoleTraits.None)
            .Select(each => each.Key);
}

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

/// <summary>Why nothing is set for a role.</summary>
[Flags]
internal enum RoleTraits
{
    /// <summary>No reason.</summary>
    None = 0,

    /// <summary>It is a superuser.</summary>
    Superuser = 1,

    /// <summary>It is for replication.</summary>
    Replication = 2,

    /// <summary>It is the role of the connection.</summary>
    Connection = 4,
}
