namespace RgPolicy.Dbms.PostgreSql.Configure;

/// <summary>What a server keeps for roles in databases, and which roles and databases it has.</summary>
internal sealed record RoleCatalog(
    RoleState State,
    ImmutableSortedDictionary<string, LoginTraits> Roles,
    ImmutableHashSet<string> Databases
)
{
    private const char Unreadable = '\uFFFD';

    private bool IsAsSuperuser =>
        Roles.Values.Any(traits => traits.HasFlag(LoginTraits.Superuser | LoginTraits.Connection));

    /// <summary>Why nothing can be set there; empty where it can.</summary>
    public string Obstacle(string role, string database)
    {
        if (role.Contains(Unreadable) || database.Contains(Unreadable))
            return "the name is not valid UTF-8, so no statement can be sent for it";
        if (!Roles.TryGetValue(role, out var traits))
            return "the role is not there any more";
        if (!Databases.Contains(database))
            return "the database is not there any more";
        if (traits.HasFlag(LoginTraits.Superuser))
            return "the role is a superuser";
        if (traits.HasFlag(LoginTraits.Replication))
            return "the role is for replication";
        if (traits.HasFlag(LoginTraits.Connection))
            return "the role is the connection's own";
        return "";
    }

    /// <summary>True where what is RgPolicy's cannot be taken back either: only a superuser may alter one.</summary>
    public bool IsOutOfReach(string role) =>
        !IsAsSuperuser && Roles.TryGetValue(role, out var traits) && traits.HasFlag(LoginTraits.Superuser);

    /// <summary>The roles that are never given anything; one more or less is another configuration.</summary>
    public IEnumerable<string> Protected() =>
        Roles
            .Where(each => (each.Value & (LoginTraits.Superuser | LoginTraits.Replication)) != LoginTraits.None)
            .Select(each => each.Key);
}

/// <summary>Settings of roles in databases, ordered by role and database.</summary>
internal sealed record RoleState(ImmutableArray<RoleSettings> Settings)
{
    public RoleState Own() => new([.. Settings.Select(OwnedSettings.Of).Where(row => !row.Values.IsEmpty)]);

    public Dictionary<RoleInDatabase, RoleSettings> ByPlace() => Settings.DistinctBy(PlaceOf).ToDictionary(PlaceOf);

    private static RoleInDatabase PlaceOf(RoleSettings row) => new(row.Role, row.Database);
}

/// <summary>What is asked of a server about roles, databases and settings, and how an answer is read.</summary>
internal static class RoleCatalogSql
{
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

    public const string Places =
        "SELECT r.rolname::text, d.datname::text FROM pg_catalog.pg_roles AS r CROSS JOIN pg_catalog.pg_database AS d "
        + "WHERE r.rolcanlogin "
        + "AND NOT r.rolsuper AND NOT r.rolreplication AND r.rolname NOT IN (current_user, session_user) AND "
        + "left(r.rolname, 3) <> 'pg_' "
        + "AND d.datallowconn AND NOT d.datistemplate AND pg_catalog.has_database_privilege(r.oid, d.oid, 'CONNECT')";

    /// <summary>A text. Names are bytes in whatever encoding their database has: one that is not valid UTF-8 must not
    /// fail the whole.</summary>
    public static string Text(DbDataReader row, int column) =>
        Encoding.UTF8.GetString(row.GetFieldValue<byte[]>(column));

    public static RoleCatalog Catalog(
        List<(string Role, string Database, string Setting)> settings,
        List<(string Name, LoginTraits? Traits)> names
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

internal static class RelationsSql
{
    /// <summary>Each whose name no other has: a plan prints it without its schema. Rows are as the planner counts them,
    /// those of the last ANALYZE or VACUUM at the size that the table has now; null where there was none, and of
    /// indexes. The limit is far above what databases have.</summary>
    public const string All = """
        SELECT relname::text,
               CASE WHEN relkind <> 'i' AND relpages > 0 AND reltuples >= 0
                    THEN reltuples::float8 / relpages * (bytes / current_setting('block_size')::int4) END,
               bytes / 8192
          FROM (SELECT c.relname, c.relkind, c.relpages, c.reltuples, pg_relation_size(c.oid)::float8 AS bytes,
                       count(*) OVER (PARTITION BY c.relname) AS same
                  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
                 WHERE c.relkind IN ('r', 'm', 'i') AND n.nspname NOT IN ('pg_catalog', 'information_schema')
                   AND n.nspname NOT LIKE 'pg\_toast%' AND n.nspname NOT LIKE 'pg\_temp%') k
         WHERE same = 1 AND bytes IS NOT NULL
         ORDER BY relname
         LIMIT 500000
        """;
}
