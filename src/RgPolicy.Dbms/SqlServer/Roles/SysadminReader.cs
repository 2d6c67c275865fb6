using System.Data.Common;
using RgPolicy.Dbms.SqlServer.Connect;

namespace RgPolicy.Dbms.SqlServer.Roles;

/// <summary>Reads the sysadmins from the server's catalog.</summary>
internal static class SysadminReader
{
    /// <summary>The number of the role sysadmin.</summary>
    private const int Sysadmin = 3;

    private const string Role = "R";
    private const string WindowsGroup = "G";
    private const string ExternalGroup = "X";

    /// <summary>A condition: whether this login sees all members of roles.</summary>
    public const string SeesAll =
        "(HAS_PERMS_BY_NAME(NULL, NULL, N'VIEW ANY DEFINITION') = 1 "
        + "OR HAS_PERMS_BY_NAME(NULL, NULL, N'VIEW ANY SECURITY DEFINITION') = 1)";

    private const string Sql =
        "SELECT r.role_principal_id, p.principal_id, p.name, p.type, CASE WHEN "
        + SeesAll
        + " THEN 1 ELSE 0 END "
        + "FROM sys.server_role_members AS r JOIN sys.server_principals AS p ON p.principal_id = r.member_principal_id";

    /// <summary>Reads the members.</summary>
    /// <exception cref="RgPolicy.Dbms.Configure.ConfigureException">The server cannot be read.</exception>
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

    /// <summary>The role's members, those of the roles in it included.</summary>
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
