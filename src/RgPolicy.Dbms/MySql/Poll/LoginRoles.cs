using System.Collections.Frozen;
using System.Collections.Immutable;
using MySqlConnector;
using RgPolicy.Dbms.Caching;
using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>Which roles are granted to logins, directly or by other roles. An account's host does not matter: what is
/// granted to one account of a name counts for all of that name.</summary>
internal sealed class LoginRoles
{
    private const string OfMariaDb = "SELECT User, Role FROM mysql.roles_mapping";
    private const string OfMySql = "SELECT TO_USER, FROM_USER FROM mysql.role_edges";

    private const int Cached = 10_000;

    private readonly FrozenDictionary<string, ImmutableArray<string>>? _granted;

    // One array for all sessions of a login: a recording keeps each session's facts once.
    private readonly LeastRecentlyUsed<string, ImmutableArray<string>> _found = new(Cached);

    private LoginRoles(FrozenDictionary<string, ImmutableArray<string>>? granted) => _granted = granted;

    /// <summary>Not known.</summary>
    public static LoginRoles Unknown { get; } = new((FrozenDictionary<string, ImmutableArray<string>>?)null);

    /// <summary>Of what is granted to whom, a user or a role.</summary>
    public static LoginRoles Of(IEnumerable<(string To, string Role)> grants) =>
        new(
            grants
                .GroupBy(grant => grant.To, grant => grant.Role, StringComparer.Ordinal)
                .ToFrozenDictionary(
                    each => each.Key,
                    each => each.Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal).ToImmutableArray(),
                    StringComparer.Ordinal
                )
        );

    /// <summary>Asks the server.</summary>
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
        if (_granted is null)
            return null;
        if (!_found.TryGet(login, out var roles))
            _found.Put(login, roles = Reach(_granted, login));
        return roles;
    }

    private static ImmutableArray<string> Reach(FrozenDictionary<string, ImmutableArray<string>> granted, string login)
    {
        var found = new SortedSet<string>(StringComparer.Ordinal);
        var left = new Stack<string>([login]);
        while (left.TryPop(out var name))
            foreach (var role in granted.GetValueOrDefault(name, []))
                if (found.Add(role))
                    left.Push(role);
        return [.. found];
    }

    /// <summary>True for the same grants.</summary>
    public bool IsSame(LoginRoles other) =>
        _granted is null || other._granted is null
            ? ReferenceEquals(_granted, other._granted)
            : _granted.Count == other._granted.Count
                && _granted.All(each =>
                    other._granted.TryGetValue(each.Key, out var roles)
                    && each.Value.SequenceEqual(roles, StringComparer.Ordinal)
                );
}
