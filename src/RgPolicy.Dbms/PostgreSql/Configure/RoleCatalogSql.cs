using System.Collections.Immutable;
using System.Data.Common;
using System.Text;

namespace RgPolicy.Dbms.PostgreSql.Configure;

/// <summary>What is asked of a server about roles, databases and settings, and how an answer is read.</summary>
internal static class RoleCatalogSql
{
    /// <summary>Role, database and one setting in each row.</summary>
    public const string Settings =
        "SELECT r.rolname::text, d.datname::text, c.setting FROM pg_catalog.pg_db_role_setting AS s JOIN "
        + "pg_catalog.pg_roles AS r ON r.oid = s.setrole "
        + "JOIN pg_catalog.pg_database AS d ON d.oid = s.setdatabase CROSS JOIN LATERAL "
        + "unnest(s.setconfig) AS c(setting)";

    /// <summary>Roles with their traits; databases, whose traits are NULL.</summary>
    public const string Names =
        "SELECT rolname::text, rolsuper::int + 2 * rolreplication::int + 4 * (rolname IN (current_user, "
        + "session_user))::int FROM pg_catalog.pg_roles "
        + "UNION ALL SELECT datname::text, NULL FROM pg_catalog.pg_database";

    /// <summary>Where a policy may set something.</summary>
    public const string Places =
        "SELECT r.rolname::text, d.datname::text FROM pg_catalog.pg_roles AS r CROSS JOIN pg_catalog.pg_database AS d "
        + "WHERE r.rolcanlogin "
        + "AND NOT r.rolsuper AND NOT r.rolreplication AND r.rolname NOT IN (current_user, session_user) AND "
        + "left(r.rolname, 3) <> 'pg_' "
        + "AND d.datallowconn AND NOT d.datistemplate AND pg_catalog.has_database_privilege(r.oid, d.oid, 'CONNECT')";

    /// <summary>
    /// A text. Names are bytes in whatever encoding their database has: one that is not valid UTF-8
    /// must not fail the whole.
    /// </summary>
    public static string Text(DbDataReader row, int column) =>
        Encoding.UTF8.GetString(row.GetFieldValue<byte[]>(column));

    /// <summary>Puts both answers together.</summary>
    public static RoleCatalog Catalog(
        List<(string Role, string Database, string Setting)> settings,
        List<(string Name, RoleTraits? Traits)> names
    ) =>
        new(
            new RoleState([
                .. settings
                    .GroupBy(row => (row.Role, row.Database))
                    .OrderBy(group => group.Key.Role, StringComparer.Ordinal)
                    .ThenBy(group => group.Key.Database, StringComparer.Ordinal)
                    .Select(group => new RoleSettings(
                        group.Key.Role,
                        group.Key.Database,
                        Values(group.Select(row => row.Setting))
                    )),
            ]),
            names
                .Where(row => row.Traits is not null)
                .DistinctBy(row => row.Name, StringComparer.Ordinal)
                .ToImmutableSortedDictionary(
                    row => row.Name,
                    row => row.Traits.GetValueOrDefault(),
                    StringComparer.Ordinal
                ),
            names.Where(row => row.Traits is null).Select(row => row.Name).ToImmutableHashSet(StringComparer.Ordinal)
        );

    private static ImmutableSortedDictionary<string, string> Values(IEnumerable<string> settings) =>
        settings
            .Select(setting => setting.Split('=', 2))
            .DistinctBy(parts => parts[0], StringComparer.Ordinal)
            .ToImmutableSortedDictionary(parts => parts[0], parts => parts[^1], StringComparer.Ordinal);
}
