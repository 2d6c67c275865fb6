namespace RgPolicy.Dbms.PostgreSql.Sql.Names;

/// <summary>Reads every name of a statement by what the server could take it for; errs on the side of
/// naming too much.</summary>
internal static class NameReader
{
    // What key words stand for: IN, BETWEEN, LIKE, CASE, NULLIF, USING, IS DISTINCT FROM and their kin.
    private static readonly string[] ImpliedOperators = WordList.Of("= <> < <= > >= ~~ !~~ ~~* !~~* ~ !~");

    // Behind these no operator needs to be looked for.
    private static readonly FrozenSet<string> NoOperators = WordList.Exact(". : => :=");

    public static StatementNames Read(string text)
    {
        var sql = new SqlText(text);
        var relations = new RelationReader(sql);
        var problem = relations.Read() ?? Uncertain(sql);
        var calls = new CallReader(sql, relations.Names);
        problem ??= calls.Problem();
        var fronts = QualifierReader.Read(sql, relations.Found).Distinct().ToLookup(f => f.IsQualifier, f => f.Name);
        var isRelation = new bool[sql.Count];
        foreach (var found in relations.Found)
            Array.Fill(isRelation, true, found.FirstToken, found.LastToken - found.FirstToken + 1);
        var functions = relations.Names.Where(n => n.Range.IsFunction).Select(n => n.Name);
        var rows = relations.Names.Select(n => n.Name).Except(functions, StringComparer.Ordinal);
        var ofRows = rows.ToHashSet(StringComparer.Ordinal);
        return new StatementNames
        {
            Relations = [.. relations.Found],
            Names = Distinct(sql, i => !isRelation[i]),
            Called = Distinct(sql, i => sql.Is(i + 1, '(')),
            Dotted = Distinct(sql, i => !isRelation[i] && sql.Is(i - 1, '.')),
            Fields = Distinct(sql, i => !isRelation[i] && IsField(sql, i, ofRows)),
            Operators = Operators(sql),
            Qualifiers = [.. fronts[true]],
            Fronts = [.. fronts[false]],
            Calls = [.. calls.Read()],
            Types = Distinct(sql, i => !isRelation[i] && !sql.Is(i + 1, '.')),
            HasLiteral = sql.Tokens.Exists(t => t.Kind == SqlTokenKind.Text),
            Whole = WholeRows.Read(sql, relations, isRelation),
            Problem = problem,
        };
    }

    /// <summary>The text with the places of relations written as they were resolved, in the order of
    /// the places.</summary>
    public static string Rewrite(string text, StatementNames names, IReadOnlyList<string> resolved) =>
        new SqlText(text).With(
            names.Relations.Zip(resolved, (place, name) => (place.FirstToken, place.LastToken, $" {name} "))
        );

    private static string? Uncertain(SqlText sql) =>
        Enumerable.Range(0, sql.Count).Any(at => sql.IsName(at) && !sql.IsCertainName(at))
            ? "a name in it is too long, or its case is not certain"
            : null;

    private static ImmutableArray<string> Distinct(SqlText sql, Func<int, bool> isWanted) =>
        [
            .. Enumerable
                .Range(0, sql.Count)
                .Where(i => sql.IsName(i) && isWanted(i))
                .Select(i => sql.Name(i))
                .Distinct(StringComparer.Ordinal),
        ];

    /// <summary>Behind a dot, but for alias.column of tables and queries: what takes a row of these is on the
    /// list. A function without an alias has a name of its own, and its row may be a bare value.</summary>
    private static bool IsField(SqlText sql, int at, HashSet<string> ofRows) =>
        at > 1
        && sql.Is(at - 1, '.')
        && !sql.Is(at + 1, '(')
        && !(sql.IsName(at - 2) && !sql.Is(at - 3, '.') && ofRows.Contains(sql.Name(at - 2)));

    private static ImmutableArray<string> Operators(SqlText sql) =>
        [
            .. sql
                .Tokens.Where(t => t.Kind == SqlTokenKind.Operator)
                .Select(t => t.In(sql.Text).ToString())
                .Select(o => o == "!=" ? "<>" : o)
                .Where(o => !NoOperators.Contains(o))
                .Union(ImpliedOperators, StringComparer.Ordinal),
        ];
}
