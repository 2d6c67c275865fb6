using System.Collections.Frozen;
using RgPolicy.Dbms.Texts;

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
        var tokens = SqlLexer.Tokens(text);
        var relations = new RelationReader(text, tokens);
        var problem = relations.Read() ?? Uncertain(text, tokens);
        var calls = new CallReader(text, tokens, relations.Names);
        problem ??= calls.Problem();
        var fronts = QualifierReader
            .Read(text, tokens, relations.Found)
            .Distinct()
            .ToLookup(f => f.IsQualifier, f => f.Name);
        var isRelation = new bool[tokens.Count];
        foreach (var found in relations.Found)
            Array.Fill(isRelation, true, found.FirstToken, found.LastToken - found.FirstToken + 1);
        var functions = relations.Names.Where(n => n.Range.IsFunction).Select(n => n.Name);
        var rows = relations.Names.Select(n => n.Name).Except(functions, StringComparer.Ordinal);
        var ofRows = rows.ToHashSet(StringComparer.Ordinal);
        return new StatementNames
        {
            Relations = [.. relations.Found],
            Names = Distinct(text, tokens, i => !isRelation[i]),
            Called = Distinct(text, tokens, i => IsBefore(text, tokens, i, '(')),
            Dotted = Distinct(text, tokens, i => !isRelation[i] && i > 0 && tokens[i - 1].IsSymbol(text, '.')),
            Fields = Distinct(text, tokens, i => !isRelation[i] && IsField(text, tokens, i, ofRows)),
            Operators = Operators(text, tokens),
            Qualifiers = [.. fronts[true]],
            Fronts = [.. fronts[false]],
            Calls = [.. calls.Read()],
            Types = Distinct(text, tokens, i => !isRelation[i] && !IsBefore(text, tokens, i, '.')),
            HasLiteral = tokens.Exists(t => t.Kind == SqlTokenKind.Text),
            Whole = WholeRows.Read(text, tokens, relations, isRelation),
            Problem = problem,
        };
    }

    /// <summary>The text with the places of relations written as they were resolved, in the order of
    /// the places.</summary>
    public static string Rewrite(string text, StatementNames names, IReadOnlyList<string> resolved)
    {
        var tokens = SqlLexer.Tokens(text);
        var rewritten = new System.Text.StringBuilder(text.Length + 64);
        var from = 0;
        for (var i = 0; i < names.Relations.Length; i++)
        {
            var place = names.Relations[i];
            rewritten
                .Append(text.AsSpan(from, tokens[place.FirstToken].Start - from))
                .Append(' ')
                .Append(resolved[i])
                .Append(' ');
            from = tokens[place.LastToken].End;
        }

        return rewritten.Append(text.AsSpan(from)).ToString();
    }

    private static string? Uncertain(string text, List<SqlToken> tokens) =>
        tokens.Exists(t => SqlName.IsName(t) && !SqlName.IsCertain(text, t))
            ? "a name in it is too long, or its case is not certain"
            : null;

    private static ImmutableArray<string> Distinct(string text, List<SqlToken> tokens, Func<int, bool> isWanted) =>
        [
            .. Enumerable
                .Range(0, tokens.Count)
                .Where(i => SqlName.IsName(tokens[i]) && isWanted(i))
                .Select(i => SqlName.Of(text, tokens[i]))
                .Distinct(StringComparer.Ordinal),
        ];

    /// <summary>Behind a dot, but for alias.column of tables and queries: what takes a row of these is on the
    /// list. A function without an alias has a name of its own, and its row may be a bare value.</summary>
    private static bool IsField(string text, List<SqlToken> tokens, int at, HashSet<string> ofRows) =>
        at > 1
        && tokens[at - 1].IsSymbol(text, '.')
        && !IsBefore(text, tokens, at, '(')
        && !(
            SqlName.IsName(tokens[at - 2])
            && !(at > 2 && tokens[at - 3].IsSymbol(text, '.'))
            && ofRows.Contains(SqlName.Of(text, tokens[at - 2]))
        );

    private static bool IsBefore(string text, List<SqlToken> tokens, int at, char symbol) =>
        at + 1 < tokens.Count && tokens[at + 1].IsSymbol(text, symbol);

    private static ImmutableArray<string> Operators(string text, List<SqlToken> tokens) =>
        [
            .. tokens
                .Where(t => t.Kind == SqlTokenKind.Operator)
                .Select(t => t.In(text).ToString())
                .Select(o => o == "!=" ? "<>" : o)
                .Where(o => !NoOperators.Contains(o))
                .Union(ImpliedOperators, StringComparer.Ordinal),
        ];
}
