using RgPolicy.Dbms.PostgreSql.Sql.Names;

namespace RgPolicy.Dbms.PostgreSql.Sql;

/// <summary>The materialized view whose query REFRESH MATERIALIZED VIEW runs.</summary>
/// <param name="Schema">Its schema, empty where the text has none.</param>
/// <param name="Name">Its name as the server has it.</param>
internal sealed record RefreshStatement(string Schema, string Name)
{
    /// <summary>Reads one; null for any other statement, for WITH NO DATA, which runs nothing, and for
    /// what is not understood.</summary>
    public static RefreshStatement? Read(string text)
    {
        var tokens = SqlLexer.Tokens(text);
        if (
            tokens.Count < 4
            || !tokens[0].Is(text, "refresh")
            || !tokens[1].Is(text, "materialized")
            || !tokens[2].Is(text, "view")
        )
            return null;
        var first = tokens[3].Is(text, "concurrently") ? 4 : 3;
        if (!IsNameAt(text, tokens, first))
            return null;
        var isQualified = first + 1 < tokens.Count && tokens[first + 1].IsSymbol(text, '.');
        var last = isQualified ? first + 2 : first;
        if (!IsNameAt(text, tokens, last) || !EndsAfter(text, tokens, last + 1))
            return null;
        return new RefreshStatement(isQualified ? SqlName.Of(text, tokens[first]) : "", SqlName.Of(text, tokens[last]));
    }

    private static bool IsNameAt(string text, List<SqlToken> tokens, int at) =>
        at < tokens.Count && SqlName.IsName(tokens[at]) && SqlName.IsCertain(text, tokens[at]);

    private static bool EndsAfter(string text, List<SqlToken> tokens, int at)
    {
        if (at + 1 < tokens.Count && tokens[at].Is(text, "with") && tokens[at + 1].Is(text, "data"))
            at += 2;
        return at == tokens.Count || (at == tokens.Count - 1 && tokens[at].IsSymbol(text, ';'));
    }
}
