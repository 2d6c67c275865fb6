using System.Text;
using RgPolicy.Dbms.MySql.Sql;
using RgPolicy.Dbms.PostgreSql.Sql;
using RgPolicy.Dbms.SqlServer.Import;
using PostgreSqlKind = RgPolicy.Dbms.PostgreSql.Sql.SqlTokenKind;
using PostgreSqlToken = RgPolicy.Dbms.PostgreSql.Sql.SqlToken;
using TransactSqlKind = RgPolicy.Dbms.SqlServer.Import.TransactSqlTokenKind;

namespace RgPolicy.Dbms.Texts;

/// <summary>
/// Statements as they may be shown to people who may not see data: on one line, without comments, and
/// with <c>?</c> for every literal. Where the text is cut within a literal, or it cannot be told
/// whether something is one, it is hidden.
/// </summary>
public static class LiteralMask
{
    private const string SqlServer = "sqlserver";

    /// <summary>The text without its literals.</summary>
    /// <param name="text">As the server shows it.</param>
    /// <param name="dbms">Whose SQL it is: <c>postgresql</c>, <c>sqlserver</c>, <c>mariadb</c> or <c>mysql</c>.</param>
    public static string Of(string text, string dbms)
    {
        ArgumentNullException.ThrowIfNull(text);
        var shown = new StringBuilder(text.Length);
        var end = 0;
        foreach (var (start, next, isHidden) in PartsOf(text, dbms))
        {
            if (start > end && shown.Length > 0)
            {
                shown.Append(' ');
            }

            _ = isHidden ? shown.Append('?') : shown.Append(text, start, next - start);
            end = next;
        }

        return shown.ToString();
    }

    private static IEnumerable<(int Start, int End, bool IsHidden)> PartsOf(string text, string dbms) =>
        dbms switch
        {
            SqlServer => InTransactSql(text),
            "mariadb" or "mysql" => InMySql(text),
            _ => InPostgreSql(text),
        };

    // Where sql_mode says that a backslash escapes nothing, a literal ends at the quote behind one.
    private static IEnumerable<(int Start, int End, bool IsHidden)> InMySql(string text)
    {
        foreach (var token in MySqlLexer.Tokens(text))
        {
            var isText = token.Kind == MySqlTokenKind.Text;
            var literal = text.AsSpan(token.Start, token.End - token.Start);
            if (
                isText
                && (
                    literal.Contains(@"\'", StringComparison.Ordinal)
                    || literal.Contains("\\\"", StringComparison.Ordinal)
                )
            )
            {
                yield return (token.Start, text.Length, true);
                yield break;
            }

            yield return (
                token.Start,
                token.End,
                isText || token.Kind is MySqlTokenKind.Number or MySqlTokenKind.Broken
            );
        }
    }

    private static IEnumerable<(int Start, int End, bool IsHidden)> InPostgreSql(string text)
    {
        foreach (var token in SqlLexer.Tokens(text))
        {
            if (MayGoOn(text, token))
            {
                yield return (token.Start, text.Length, true);
                yield break;
            }

            yield return (
                token.Start,
                token.End,
                token.Kind is PostgreSqlKind.Text or PostgreSqlKind.Number or PostgreSqlKind.Broken
            );
        }
    }

    // Where standard_conforming_strings is off, a backslash before a quote keeps the literal open.
    private static bool MayGoOn(string text, PostgreSqlToken token) =>
        token.Kind == PostgreSqlKind.Text
        && text[token.Start] is not ('e' or 'E' or '$')
        && token.In(text).Contains(@"\'", StringComparison.Ordinal);

    // In double quotes may be a literal too, where QUOTED_IDENTIFIER is off.
    private static IEnumerable<(int Start, int End, bool IsHidden)> InTransactSql(string text) =>
        from token in TransactSqlTokens.Of(text)
        where token.Kind != TransactSqlKind.End
        let isQuoted = token.Kind == TransactSqlKind.Literal || text[token.Start] == '"'
        let isNumber = token.Kind == TransactSqlKind.Word && token.Text.TrimStart('$') is [>= '0' and <= '9', ..]
        select (token.Start, token.End, isQuoted || isNumber);
}
