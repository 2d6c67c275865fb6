using System.Collections.Frozen;
using RgPolicy.Dbms.Texts;

namespace RgPolicy.Dbms.PostgreSql.Sql.Names;

/// <summary>Finds the schemas by which a text names functions, types, operators and collations. A dotted name is a
/// column only where an expression certainly begins; anywhere else it is taken for a type.</summary>
internal static class QualifierReader
{
    // Reserved words (and words that can name neither a column nor a table), so that none of them can
    // itself be a column's name.
    private static readonly FrozenSet<string> BeginsExpression = WordList.Exact(
        """
        select distinct all where and or not on having when then else case limit offset any some from for using
        in symmetric asymmetric placing both leading trailing variadic like ilike is array
        """
    );

    /// <summary>The names in front of dots, with repetitions, and whether each must be a schema; places of relations
    /// are passed over. In front of a schema the name of the database may stand.</summary>
    public static IEnumerable<(string Name, bool IsQualifier)> Read(
        string text,
        List<SqlToken> tokens,
        IReadOnlyList<RelationReference> relations
    )
    {
        var next = 0;
        for (var at = 0; at < tokens.Count; at++)
        {
            if (next < relations.Count && relations[next].FirstToken == at)
            {
                at = relations[next++].LastToken;
                continue;
            }

            if (!IsChain(text, tokens, at))
                continue;
            var end = End(text, tokens, at);
            var isQualifier = IsQualifier(text, tokens, at, end);
            for (; at < end; at += 2)
                yield return (SqlName.Of(text, tokens[at]), isQualifier);
        }
    }

    private static bool IsChain(string text, List<SqlToken> tokens, int at) =>
        SqlName.IsName(tokens[at]) && at + 2 < tokens.Count && tokens[at + 1].IsSymbol(text, '.');

    private static int End(string text, List<SqlToken> tokens, int at)
    {
        while (
            at + 2 < tokens.Count
            && tokens[at + 1].IsSymbol(text, '.')
            && (SqlName.IsName(tokens[at + 2]) || tokens[at + 2].Kind == SqlTokenKind.Operator)
        )
            at += 2;
        return at;
    }

    private static bool IsQualifier(string text, List<SqlToken> tokens, int at, int end)
    {
        // (x).y and x[1].y: the name in front is a field already, and what follows can only be another.
        if (at > 0 && tokens[at - 1].IsSymbol(text, '.'))
            return end + 1 < tokens.Count && tokens[end + 1].IsSymbol(text, '(');
        if (tokens[end].Kind == SqlTokenKind.Operator)
            return !IsStar(text, tokens, end) || !IsExpression(text, tokens, at);
        if (
            end + 1 < tokens.Count
            && (tokens[end + 1].IsSymbol(text, '(') || tokens[end + 1].Kind == SqlTokenKind.Text)
        )
            return true;
        return !IsExpression(text, tokens, at);
    }

    private static bool IsStar(string text, List<SqlToken> tokens, int at) =>
        tokens[at].In(text).SequenceEqual("*") && !tokens[Math.Min(at + 1, tokens.Count - 1)].IsSymbol(text, '(');

    /// <summary>True where an expression begins.</summary>
    private static bool IsExpression(string text, List<SqlToken> tokens, int at)
    {
        if (at == 0)
            return false;
        var before = tokens[at - 1];
        return before.Kind switch
        {
            SqlTokenKind.Operator => true,
            SqlTokenKind.Symbol => before.IsSymbol(text, '[')
                || before.IsSymbol(text, ',')
                || IsOpening(text, tokens, at - 1),
            SqlTokenKind.Word => IsWordOfExpression(text, tokens, at - 1),
            _ => false,
        };
    }

    /// <summary>A parenthesis, but that of OPERATOR(schema.name).</summary>
    private static bool IsOpening(string text, List<SqlToken> tokens, int at) =>
        tokens[at].IsSymbol(text, '(') && !(at > 0 && tokens[at - 1].Is(text, "operator"));

    private static bool IsWordOfExpression(string text, List<SqlToken> tokens, int at)
    {
        bool Before(int distance, string word) => at >= distance && tokens[at - distance].Is(text, word);
        // Behind AS or a dot any word is a name, and what follows a name may be its type.
        if (Before(1, "as") || (at > 0 && tokens[at - 1].IsSymbol(text, '.')))
            return false;
        return SqlName.Of(text, tokens[at]) switch
        {
            "by" => Before(1, "order") || Before(1, "group") || Before(1, "partition"),
            "to" => Before(1, "similar"),
            "zone" => Before(1, "time") && Before(2, "at"),
            "between" => at > 0
                && !(tokens[at - 1].IsSymbol(text, '(') || tokens[at - 1].IsSymbol(text, ',') || Before(1, "columns")),
            var word => BeginsExpression.Contains(word),
        };
    }
}
