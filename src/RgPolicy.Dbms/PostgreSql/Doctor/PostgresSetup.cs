using RgPolicy.Host.Text;

namespace RgPolicy.Dbms.PostgreSql;

/// <summary>The statements that a DBA runs once, as a superuser, to make RgPolicy's role.</summary>
internal static class PostgresSetup
{
    public const string UsualRole = "rgpolicy";

    /// <summary>
    /// Makes the role: it may see statistics, writes nothing, and what it does is neither logged nor
    /// counted. Reading tables, which plans need, is offered behind it.
    /// </summary>
    /// <remarks><c>offer</c>: what it may read; what is offered and not taken stands behind as a comment.</remarks>
    public static string Sql(string role = UsualRole, PostgresOffer offer = PostgresOffer.Statistics)
    {
        var name = PastedSql.Name(role);
        var (schemas, everything) = (
            offer == PostgresOffer.Schemas ? "" : "-- ",
            offer == PostgresOffer.Everything ? "" : "-- "
        );
        return $"""
            CREATE ROLE {name} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION CONNECTION LIMIT 8;
            GRANT pg_read_all_stats, pg_read_all_settings TO {name};
            ALTER ROLE {name} SET default_transaction_read_only = on;
            {string.Join("\n", Quiet.Select(s => $"ALTER ROLE {name} SET {s.Name} = '{s.Value}';"))}
            -- plans, for chosen schemas:
            {schemas}GRANT USAGE ON SCHEMA public TO {name}; GRANT SELECT ON ALL TABLES IN SCHEMA public TO {name};
            -- or for all of them:
            {everything}GRANT pg_read_all_data TO {name};
            """;
    }

    /// <summary>Settings of the role by which nothing that it does goes into the server's log or its
    /// statistics of statements.</summary>
    internal static IReadOnlyList<(string Name, string Value)> Quiet { get; } =
    [
        ("log_statement", "none"),
        ("log_min_duration_statement", "-1"),
        ("log_min_duration_sample", "-1"),
        ("log_duration", "off"),
        ("log_min_error_statement", "panic"),
        ("log_min_messages", "fatal"),
        ("auto_explain.log_min_duration", "-1"),
        ("pg_stat_statements.track", "none"),
    ];

    internal static string Quote(string name) => "\"" + name.Replace("\"", "\"\"", StringComparison.Ordinal) + "\"";

    internal static string Literal(string text) => "'" + text.Replace("'", "''", StringComparison.Ordinal) + "'";
}

/// <summary>How much RgPolicy's role is let read; each costs and brings more than the one before it.</summary>
internal enum PostgresOffer
{
    /// <summary>Statistics alone: no plans; classes by kind of statement, history, session and text.</summary>
    Statistics,

    /// <summary>Also SELECT on schemas that the DBA chooses: plans of statements on them.</summary>
    Schemas,

    /// <summary>Also <c>pg_read_all_data</c>: plans of statements on all tables of trusted roles.</summary>
    Everything,
}

/// <summary>Names and texts in statements that a DBA reads and pastes: on one line whatever they hold, so that no name
/// ends a comment, steers a terminal or reads otherwise than it runs.</summary>
internal static class PastedSql
{
    /// <summary>A name in double quotes, with escapes where it holds what cannot be shown.</summary>
    public static string Name(string name) =>
        name.Any(SafeText.IsUnsafe) ? "U&" + PostgresSetup.Quote(Escaped(name)) : PostgresSetup.Quote(name);

    public static string Literal(string text) =>
        text.Any(SafeText.IsUnsafe) ? "U&" + PostgresSetup.Literal(Escaped(text)) : PostgresSetup.Literal(text);

    private static string Escaped(string text)
    {
        var escaped = new StringBuilder(text.Length + 16);
        foreach (var each in text)
            _ =
                each == '\\' ? escaped.Append(@"\\")
                : SafeText.IsUnsafe(each) ? escaped.Append(CultureInfo.InvariantCulture, $@"\{(int)each:X4}")
                : escaped.Append(each);
        return escaped.ToString();
    }
}
