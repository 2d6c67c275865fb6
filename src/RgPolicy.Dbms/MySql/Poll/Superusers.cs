using System.Collections.Frozen;
using MySqlConnector;
using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.Dbms.MySql.Poll;

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

    /// <summary>Not known.</summary>
    public static Superusers Unknown { get; } = new((FrozenSet<string>?)null);

    /// <summary>Asks the server.</summary>
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

    /// <summary>True for the same logins.</summary>
    public bool IsSame(Superusers other) =>
        Logins is null ? other.Logins is null : other.Logins is { } logins && Logins.SetEquals(logins);

    /// <summary>Whether this login is one; an account without a name takes every login that has no account of its
    /// own.</summary>
    public bool Has(string login) => Logins is { } logins && (logins.Contains(login) || logins.Contains(""));
}
