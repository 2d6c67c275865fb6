namespace RgPolicy.Dbms.Tests.PostgreSql.QuerySets;

/// <summary>What the texts of a set compare columns with: made data hold some of that, so that conditions find rows as
/// they do on data that somebody has.</summary>
internal sealed class ComparedValues
{
    private const int MostTokens = 60;

    private static readonly string[] Between =
    [
        "and",
        "between",
        "in",
        "not",
        "like",
        "ilike",
        "date",
        "cast",
        "as",
        "interval",
        "timestamp",
    ];

    private static readonly string[] Begins = ["where", "or", "on", "select", "when", "having"];

    private readonly ImmutableHashSet<string> _tables;
    private readonly Dictionary<string, SortedSet<string>> _values = new(StringComparer.Ordinal);

    /// <summary>Reads the texts.</summary>
    /// <param name="texts">The texts.</param>
    /// <param name="tables">Names of the tables that there are.</param>
    public ComparedValues(IEnumerable<QueryText> texts, IEnumerable<string> tables)
    {
        _tables = [.. tables];
        foreach (var text in texts)
            Read(text.Text);
    }

    /// <summary>All values that look like a date.</summary>
    public IEnumerable<DateOnly> Dates =>
        _values
            .Values.SelectMany(values => values)
            .Select(value =>
                DateOnly.TryParseExact(value, ["yyyy-M-d", "yyyy-MM-dd"], out var day) ? day : (DateOnly?)null
            )
            .OfType<DateOnly>();

    /// <summary>Values for a column, in ordinal order, patterns without their signs: of the column of this table, and
    /// where the texts do not say which table is meant, of the column's name.</summary>
    public ImmutableArray<string> Of(string table, string column) =>
        [
            .. Found($"{table}.{column}")
                .Concat(Found(column))
                .Distinct(StringComparer.Ordinal)
                .Order(StringComparer.Ordinal),
        ];

    private SortedSet<string> Found(string key) => _values.TryGetValue(key, out var values) ? values : [];

    private void Read(string text)
    {
        var tokens = SqlLexer.Tokens(text);
        var (places, aliases) = (new LiteralPlaces(text, tokens), Aliases(text, tokens));
        for (var at = 0; at < tokens.Count; at++)
        {
            if (!places.IsValue(at) || !places.IsCompared(at) || ColumnOf(text, tokens, at, aliases) is not { } column)
                continue;
            if (!_values.TryGetValue(column, out var values))
                _values[column] = values = new SortedSet<string>(StringComparer.Ordinal);
            values.Add(Plain(tokens[at].In(text)));
        }
    }

    /// <summary>What stands for a table: the word behind its name, with or without AS.</summary>
    private Dictionary<string, string> Aliases(string text, List<SqlToken> tokens)
    {
        var aliases = new Dictionary<string, string>(StringComparer.Ordinal);
        for (var at = 0; at + 1 < tokens.Count; at++)
        {
            if (!_tables.TryGetValue(Name(text, tokens[at]), out var table))
                continue;
            var alias = tokens[at + 1].Is(text, "as") && at + 2 < tokens.Count ? at + 2 : at + 1;
            if (IsName(tokens[alias]))
                aliases[Name(text, tokens[alias])] = table;
        }

        return aliases;
    }

    /// <summary>The nearest name before it that no word of the language is.</summary>
    private static string? ColumnOf(string text, List<SqlToken> tokens, int at, Dictionary<string, string> aliases)
    {
        for (var i = at - 1; i >= 0 && i > at - MostTokens; i--)
        {
            if (!IsName(tokens[i]))
                continue;
            var name = Name(text, tokens[i]);
            if (tokens[i].Kind == SqlTokenKind.Word && Begins.Contains(name, StringComparer.Ordinal))
                return null;
            if (tokens[i].Kind == SqlTokenKind.Word && Between.Contains(name, StringComparer.Ordinal))
                continue;
            var isQualified = i >= 2 && tokens[i - 1].IsSymbol(text, '.') && IsName(tokens[i - 2]);
            return isQualified && aliases.TryGetValue(Name(text, tokens[i - 2]), out var table)
                ? $"{table}.{name}"
                : name;
        }

        return null;
    }

    private static bool IsName(SqlToken token) => token.Kind is SqlTokenKind.Word or SqlTokenKind.QuotedName;

    private static string Name(string text, SqlToken token) =>
        token.Kind == SqlTokenKind.QuotedName
            ? token.In(text)[1..^1].ToString()
            : token.In(text).ToString().ToLowerInvariant();

    private static string Plain(ReadOnlySpan<char> token) =>
        (token[0] == '\'' ? token[1..^1].ToString().Replace("''", "'", StringComparison.Ordinal) : token.ToString())
            .Replace("%", "", StringComparison.Ordinal)
            .Replace('_', 'a');
}
