using System.Text;

namespace RgPolicy.Dbms.PostgreSql;

/// <summary>How an extension that must be loaded at the server's start is added, and nothing that is
/// loaded already lost.</summary>
internal static class PreloadAdvice
{
    /// <summary>The statements for pg_stat_statements.</summary>
    /// <param name="preloaded">shared_preload_libraries as it is set; null where it is not known.</param>
    public static string Statements(string? preloaded)
    {
        const string library = "pg_stat_statements",
            create = "CREATE EXTENSION pg_stat_statements;";
        if (preloaded is null)
        {
            return "SHOW shared_preload_libraries; -- as a superuser; ALTER SYSTEM SET replaces the whole list, so "
                + "repeat what is there and add "
                + $"'{library}', each in quotes of its own; restart the server, then: {create}";
        }

        // Each in quotes of its own: one string with commas would be the name of one library, and the
        // server would not start.
        var libraries = Names(preloaded);
        return libraries.Contains(library, StringComparer.Ordinal)
            ? create
            : $"ALTER SYSTEM SET shared_preload_libraries = {string.Join(", ", libraries.Append(library).Select(PostgresSetup.Literal))}; "
                + $"-- then restart the server and: {create}";
    }

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
