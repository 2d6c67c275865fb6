namespace RgPolicy.Dbms.PostgreSql;

/// <summary>How an extension that must be loaded at the server's start is added, and nothing that is
/// loaded already lost.</summary>
internal static class PreloadAdvice
{
    private const string Library = "pg_stat_statements";

    /// <summary>The statements for pg_stat_statements, in which RgPolicy's own role is not counted.</summary>
    /// <remarks><c>role</c>: RgPolicy's role; null where it is not known, as for a superuser.</remarks>
    public static string Statements(PostgresRights rights, string? role) =>
        rights.OffersStatements
            ? Loading(
                rights,
                $"CREATE EXTENSION IF NOT EXISTS {Library};"
                    + (role is null ? "" : $"\nALTER ROLE {PastedSql.Name(role)} SET {Library}.track = 'none';")
            )
            // A library that is not there keeps the server from starting.
            : $"""
                -- the host has no files of {Library}: install the package of the server's contributed
                -- modules first (postgresql-contrib of Fedora, RHEL and SUSE), then run rgp doctor again
                """;

    // Each in quotes of its own: one string with commas would be the name of one library, and the
    // server would not start.
    private static string Loading(PostgresRights rights, string create) =>
        rights switch
        {
            { Preloaded: null } => $"""
                SHOW shared_preload_libraries;
                -- as a superuser; ALTER SYSTEM SET replaces the whole list, so repeat what is there and add
                -- '{Library}', each in quotes of its own; restart the server, then:
                {create}
                """,
            { IsStatementsLoaded: true } => create,
            { IsPreloadFixed: true } => $"""
                {create}
                -- shared_preload_libraries is given on the server's command line, which ALTER SYSTEM does not change:
                -- add {Library} there, beside what is there, and restart the server
                """,
            { Preloaded: { } preloaded } => $"""
                ALTER SYSTEM SET shared_preload_libraries = {List(preloaded)};
                {create}
                -- then restart the server
                """,
        };

    private static string List(string preloaded) =>
        string.Join(", ", Names(preloaded).Append(Library).Select(PastedSql.Literal));

    /// <summary>The names of a list: commas part them, and double quotes keep commas and spaces.</summary>
    internal static IReadOnlyList<string> Names(string list)
    {
        var (names, name, isQuoted) = (new List<string>(), new StringBuilder(), false);
        for (var i = 0; i < list.Length; i++)
        {
            var isPair = isQuoted && list[i] == '"' && i + 1 < list.Length && list[i + 1] == '"';
            if (list[i] == '"' && !isPair)
            {
                isQuoted = !isQuoted;
            }
            else if (list[i] == ',' && !isQuoted)
            {
                names.Add(name.ToString());
                name.Clear();
            }
            else if (isQuoted || !char.IsWhiteSpace(list[i]))
            {
                name.Append(list[i]);
                i += isPair ? 1 : 0;
            }
        }

        return [.. names.Append(name.ToString()).Where(each => each.Length > 0)];
    }
}
