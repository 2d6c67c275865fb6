using System.Collections.Immutable;

namespace RgPolicy.Dbms.SqlServer.Import;

/// <summary>The tokens of a T-SQL text with what they say.</summary>
internal static class TransactSqlTokens
{
    /// <summary>All tokens, the end of the text last.</summary>
    public static ImmutableArray<TransactSqlToken> Of(string text) =>
        [
            .. SqlLexer
                .Tokens(text, SqlDialect.TransactSql)
                .Select(token => new TransactSqlToken(
                    KindOf(token.Kind),
                    token.Unquoted(text),
                    token.Start,
                    token.End
                )),
            new TransactSqlToken(TransactSqlTokenKind.End, "", text.Length, text.Length),
        ];

    private static TransactSqlTokenKind KindOf(SqlTokenKind kind) =>
        kind switch
        {
            SqlTokenKind.Word or SqlTokenKind.Number => TransactSqlTokenKind.Word,
            SqlTokenKind.Text => TransactSqlTokenKind.Literal,
            SqlTokenKind.QuotedName => TransactSqlTokenKind.QuotedName,
            _ => TransactSqlTokenKind.Sign,
        };
}
