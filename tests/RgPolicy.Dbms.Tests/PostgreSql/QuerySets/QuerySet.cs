namespace RgPolicy.Dbms.Tests.PostgreSql.QuerySets;

/// <summary>Texts of queries and the tables that they are about.</summary>
/// <param name="Name">The folder's name.</param>
/// <param name="Schema">What makes the tables.</param>
/// <param name="Texts">The queries, in the order of their files.</param>
internal sealed record QuerySet(string Name, string Schema, ImmutableArray<QueryText> Texts)
{
    /// <summary>The set of this project: a small shop.</summary>
    public static QuerySet Own { get; } =
        Read(
            Path.Combine(AppContext.BaseDirectory, "PostgreSql", "QuerySets", "shop"),
            Path.Combine(AppContext.BaseDirectory, "PostgreSql", "QuerySets", "shop", "schema.ddl")
        );

    /// <summary>Reads a folder: each file that ends in <c>.sql</c> holds one statement or more.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="schema">The file that makes the tables.</param>
    public static QuerySet Read(string folder, string schema)
    {
        var files = Directory
            .GetFiles(folder, "*.sql")
            .Where(file => Path.GetFullPath(file) != Path.GetFullPath(schema));
        return new QuerySet(
            Path.GetFileName(Path.TrimEndingDirectorySeparator(Path.GetFullPath(folder))),
            File.ReadAllText(schema),
            [.. files.Order(StringComparer.Ordinal).SelectMany(TextsOf)]
        );
    }

    private static IEnumerable<QueryText> TextsOf(string file)
    {
        var statements = Statements(File.ReadAllText(file)).ToArray();
        var name = Path.GetFileNameWithoutExtension(file);
        return statements.Select(
            (text, i) =>
                new QueryText(statements.Length == 1 ? name : FormattableString.Invariant($"{name}-{i + 1}"), text)
        );
    }

    private static IEnumerable<string> Statements(string text)
    {
        var start = 0;
        foreach (
            var token in SqlLexer
                .Tokens(text)
                .Where(token => token.IsSymbol(text, ';'))
                .Select(token => token.Start)
                .Append(text.Length)
        )
        {
            var statement = text[start..token];
            if (SqlLexer.Tokens(statement).Count > 0)
                yield return statement.Trim();
            start = Math.Min(token + 1, text.Length);
        }
    }
}
