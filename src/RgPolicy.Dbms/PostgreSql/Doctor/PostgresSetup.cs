namespace RgPolicy.Dbms.PostgreSql;

/// <summary>The statements that a DBA runs once, as a superuser, to make RgPolicy's role.</summary>
public static class PostgresSetup
{
    /// <summary>
    /// Makes the role: it may see statistics and read tables, so that statements can be explained, and writes nothing.
    /// </summary>
    /// <param name="role">The role's name.</param>
    public static string Sql(string role = "rgpolicy")
    {
        var name = Quote(role);
        return $"""
            CREATE ROLE {name} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION CONNECTION LIMIT 8;
            GRANT pg_read_all_stats, pg_read_all_settings, pg_read_all_data TO {name};
            ALTER ROLE {name} SET default_transaction_read_only = on;
            """;
    }

    /// <summary>A name in double quotes.</summary>
    internal static string Quote(string name) => "\"" + name.Replace("\"", "\"\"", StringComparison.Ordinal) + "\"";
}
