using RgPolicy.Dbms.SqlServer.Connect;

namespace RgPolicy.Dbms.SqlServer.Roles;

/// <summary>
/// The sysadmins, as the server's catalog names them. A login that comes through a Windows group has no principal of
/// its own, and asking the server about it may reach a domain controller: whether it is in a group is not asked.
/// </summary>
internal sealed record Sysadmins(
    bool IsSeen,
    ImmutableSortedSet<string> Logins,
    ImmutableSortedSet<string> Groups,
    ImmutableSortedSet<string> ExternalGroups
)
{
    public static Sysadmins Unseen { get; } = new(false, Names([]), Names([]), Names([]));

    /// <summary>Names are compared without case, as the laxest collation would, so that no sysadmin is taken for
    /// another login.</summary>
    public static ImmutableSortedSet<string> Names(IEnumerable<string> names) =>
        names.ToImmutableSortedSet(StringComparer.OrdinalIgnoreCase);

    /// <summary>Whether a login is one; null where that cannot be told.</summary>
    public bool? IsOne(string login)
    {
        if (!IsSeen)
            return null;
        if (Logins.Contains(login))
            return true;
        if (MayBeInAGroup(login))
            return null;
        return false;
    }

    public bool IsSame(Sysadmins other) =>
        IsSeen == other.IsSeen
        && Logins.SetEquals(other.Logins)
        && Groups.SetEquals(other.Groups)
        && ExternalGroups.SetEquals(other.ExternalGroups);

    /// <summary>The server's own logins have no backslash in their names; those of a directory service
    /// look like addresses.</summary>
    private bool MayBeInAGroup(string login) =>
        (!Groups.IsEmpty && login.Contains('\\', StringComparison.Ordinal))
        || (!ExternalGroups.IsEmpty && login.Contains('@', StringComparison.Ordinal));
}

/// <summary>Which logins are never governed: sysadmins, logins that may be one, and those that the configuration
/// lists.</summary>
/// <remarks><c>Exempt</c>: logins that are never governed; a <c>*</c> at the end stands for anything. <c>Governed</c>:
/// logins that are governed whatever their roles; in the same form. A login in both lists is not governed.</remarks>
internal sealed record LoginRules(Sysadmins Sysadmins, ImmutableArray<string> Exempt, ImmutableArray<string> Governed)
{
    private const char Anything = '*';

    /// <summary>Why a login that is listed so is never governed.</summary>
    public const string Listed = "its login is listed as never governed";

    public LoginVerdict Of(string login)
    {
        if (Exempt.Any(pattern => Matches(pattern, login)))
            return new LoginVerdict(Sysadmins.IsOne(login) ?? true, Listed, null);
        if (IsGoverned(login))
            return new LoginVerdict(false, null, null);
        return Sysadmins.IsOne(login) is { } isOne
            ? new LoginVerdict(isOne, null, null)
            : new LoginVerdict(true, null, Sysadmins.IsSeen ? LoginDoubt.Groups : LoginDoubt.Unseen);
    }

    public bool IsGoverned(string login) => Governed.Any(pattern => Matches(pattern, login));

    private static bool Matches(string pattern, string login) =>
        pattern.EndsWith(Anything)
            ? login.StartsWith(pattern[..^1], StringComparison.OrdinalIgnoreCase)
            : login.Equals(pattern, StringComparison.OrdinalIgnoreCase);
}

/// <summary>What holds for the sessions of a login.</summary>
/// <param name="IsSysadmin">It is one, or may be: whose membership cannot be told is left alone, so that the operator
/// is never locked out.</param>
/// <param name="Exemption">Why it is never governed, whatever a policy says; null where it may be.</param>
/// <param name="Doubt">Why it cannot be told whether it is a sysadmin; null where it can.</param>
internal readonly record struct LoginVerdict(bool IsSysadmin, string? Exemption, LoginDoubt? Doubt);

/// <summary>Why it cannot be told whether a login is a sysadmin.</summary>
internal enum LoginDoubt
{
    /// <summary>RgPolicy's login may not see who is in which role.</summary>
    Unseen,

    Groups,
}

internal static class SysadminReader
{
    private const int Sysadmin = 3;

    private const string Role = "R";
    private const string WindowsGroup = "G";
    private const string ExternalGroup = "X";

    public const string SeesAll =
        "(HAS_PERMS_BY_NAME(NULL, NULL, N'VIEW ANY DEFINITION') = 1 "
        + "OR HAS_PERMS_BY_NAME(NULL, NULL, N'VIEW ANY SECURITY DEFINITION') = 1)";

    private const string Sql =
        "SELECT r.role_principal_id, p.principal_id, p.name, p.type, CASE WHEN "
        + SeesAll
        + " THEN 1 ELSE 0 END "
        + "FROM sys.server_role_members AS r JOIN sys.server_principals AS p ON p.principal_id = r.member_principal_id";

    public static async Task<Sysadmins> ReadAsync(SqlServerLink link, CancellationToken cancellationToken)
    {
        var rows = await link.QueryAsync(Sql, Read, cancellationToken);
        if (!rows.Exists(row => row.SeesAll))
            return Sysadmins.Unseen;
        var members = Members(rows.ToLookup(row => row.Role))
            .DistinctBy(row => row.Member)
            .ToLookup(row => row.Type, row => row.Name, StringComparer.Ordinal);
        var logins = members
            .Where(type => type.Key is not (Role or WindowsGroup or ExternalGroup))
            .SelectMany(type => type);
        return new Sysadmins(
            true,
            Sysadmins.Names(logins),
            Sysadmins.Names(members[WindowsGroup]),
            Sysadmins.Names(members[ExternalGroup])
        );
    }

    private static IEnumerable<(int Role, int Member, string Name, string Type, bool SeesAll)> Members(
        ILookup<int, (int Role, int Member, string Name, string Type, bool SeesAll)> ofRoles
    )
    {
        var (seen, open) = (new HashSet<int> { Sysadmin }, new Queue<int>([Sysadmin]));
        while (open.TryDequeue(out var role))
        {
            foreach (var row in ofRoles[role])
            {
                if (row.Type == Role && seen.Add(row.Member))
                    open.Enqueue(row.Member);
                yield return row;
            }
        }
    }

    private static (int Role, int Member, string Name, string Type, bool SeesAll) Read(DbDataReader row) =>
        (row.Int(0), row.Int(1), row.GetString(2), row.GetString(3).Trim(), row.Int(4) == 1);
}
