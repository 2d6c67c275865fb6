using RgPolicy.Dbms.PostgreSql.Sql.Names;

namespace RgPolicy.Dbms.PostgreSql.Explain.Guarding;

/// <summary>The schemas of a search_path.</summary>
internal static class SearchPath
{
    /// <summary>The names in the setting's text, in their order.</summary>
    public static IEnumerable<string> Schemas(string setting) =>
        SqlLexer
            .Tokens(setting)
            .Where(SqlName.IsName)
            .Select(t => SqlName.Of(setting, t))
            .Distinct(StringComparer.Ordinal);

    /// <summary>The setting's text: the server's own names first, temporary tables last.</summary>
    public static string Setting(IEnumerable<string> schemas) =>
        string.Join(", ", schemas.Select(PostgresSetup.Quote).Prepend("pg_catalog").Append("pg_temp"));
}
