using MySqlConnector;
using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.Roles;

namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>Which roles are granted to logins, directly or by other roles. An account's host does not matter: what is
/// granted to one account of a name counts for all of that name.</summary>
internal sealed class LoginRoles
{
    private const string OfMariaDb = "SELECT User, Role FROM mysql.roles_mapping";
    private const string OfMySql = "SELECT TO_USER, FROM_USER FROM mysql.role_edges";

    private const int Cached = 10_000;

    private readonly FrozenSet<(string To, string Role)>? _grants;
    private readonly RoleMembers<string> _members;

    // One array for all sessions of a login: a recording keeps each session's facts once.
    private readonly LeastRecentlyUsed<string, ImmutableArray<string>> _found = new(Cached);

    private LoginRoles(FrozenSet<(string To, string Role)>? grants)
    {
        _grants = grants;
        _members = new RoleMembers<string>(
            (grants ?? FrozenSet<(string To, string Role)>.Empty).ToLookup(
                grant => grant.To,
                grant => grant.Role,
                StringComparer.Ordinal
            )
        );
    }

    public static LoginRoles Unknown { get; } = new((FrozenSet<(string To, string Role)>?)null);

    public static LoginRoles Of(IEnumerable<(string To, string Role)> grants) => new(grants.ToFrozenSet());

    public static async Task<LoginRoles> ReadAsync(MySqlLink link, CancellationToken cancellationToken)
    {
        var grants = new List<(string To, string Role)>();
        try
        {
            await link.ReadAsync(
                link.IsMariaDb ? OfMariaDb : OfMySql,
                row => grants.Add((row.GetString(0), row.GetString(1))),
                cancellationToken
            );
            return Of(grants);
        }
        catch (MySqlException e) when (MySqlFailure.IsDenied(e))
        {
            return Unknown;
        }
    }

    /// <summary>The roles of a login, ascending; null where the server does not tell.</summary>
    public ImmutableArray<string>? Of(string login)
    {
        if (_grants is null)
            return null;
        if (!_found.TryGet(login, out var roles))
            _found.Put(login, roles = Reach(_grants, login));
        return roles;
    }

    public bool IsSame(LoginRoles other) =>
        _grants is null ? other._grants is null : other._grants is { } grants && _grants.SetEquals(grants);

    // A login and a role may have one name.
    private ImmutableArray<string> Reach(FrozenSet<(string To, string Role)> grants, string login)
    {
        IEnumerable<string> roles = _members.RolesOf(login);
        if (grants.Contains((login, login)))
            roles = roles.Append(login);
        return [.. roles.Order(StringComparer.Ordinal)];
    }
}

/// <summary>The logins that are never governed because they administer the server.</summary>
/// <param name="Logins">Their names; null where the server does not tell, so that any login may be one.</param>
internal sealed record Superusers(FrozenSet<string>? Logins)
{
    // Roles too, and roles of roles.
    private const string OfMariaDb =
        "WITH RECURSIVE s (u) AS (SELECT User FROM mysql.user WHERE Super_priv = 'Y' UNION "
        + "SELECT m.User FROM mysql.roles_mapping AS m JOIN s ON m.Role = s.u) SELECT u FROM s";

    private const string OfMySql =
        "WITH RECURSIVE s (u) AS (SELECT User FROM mysql.user WHERE Super_priv = 'Y' UNION "
        + "SELECT USER FROM mysql.global_grants WHERE PRIV IN ('SYSTEM_USER', 'CONNECTION_ADMIN') UNION "
        + "SELECT e.TO_USER FROM mysql.role_edges AS e JOIN s ON e.FROM_USER = s.u) SELECT u FROM s";

    public static Superusers Unknown { get; } = new((FrozenSet<string>?)null);

    public static async Task<Superusers> ReadAsync(MySqlLink link, CancellationToken cancellationToken)
    {
        var logins = new HashSet<string>(StringComparer.Ordinal);
        try
        {
            await link.ReadAsync(
                link.IsMariaDb ? OfMariaDb : OfMySql,
                row => logins.Add(row.GetString(0)),
                cancellationToken
            );
            return new Superusers(logins.ToFrozenSet(StringComparer.Ordinal));
        }
        catch (MySqlException e) when (MySqlFailure.IsDenied(e))
        {
            return Unknown;
        }
    }

    public bool IsSame(Superusers other) =>
        Logins is null ? other.Logins is null : other.Logins is { } logins && Logins.SetEquals(logins);

    /// <summary>Whether this login is one; an account without a name takes every login that has no account of its
    /// own.</summary>
    public bool Has(string login) => Logins is { } logins && (logins.Contains(login) || logins.Contains(""));
}
