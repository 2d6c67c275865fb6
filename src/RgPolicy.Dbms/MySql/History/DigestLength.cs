using System.Text;

namespace RgPolicy.Dbms.MySql.History;

/// <summary>
/// Whether a digest's text can be the beginning of a longer statement's: MySQL ends such a text with dots, MariaDB
/// 10.11 does not. The server keeps a number of bytes: two for each word and sign, and for a name its length besides.
/// [MySQL manual, 29.10; MariaDB, sql/sql_digest.cc]
/// </summary>
internal static class DigestLength
{
    private const int BytesOfToken = 2;
    private const int BytesOfLength = 2;

    // 64 characters of at most three bytes. An alias may be longer; one at that very place is not thought of.
    private const int LongestName = BytesOfToken + BytesOfLength + (64 * 3);

    /// <summary>True where the next name of the statement might not have found room.</summary>
    /// <param name="text">A digest's text.</param>
    /// <param name="most">How many bytes the server keeps.</param>
    public static bool MayBeCut(string text, long most) =>
        SqlLexer.Tokens(text, SqlDialect.AnyMySql).Sum(token => BytesOf(text, token)) > most - LongestName;

    // A list of values, for which the server keeps one word, is taken for several: rather too long than too short.
    private static long BytesOf(string text, SqlToken token) =>
        BytesOfToken
        + (
            token.Kind == SqlTokenKind.QuotedName
                ? BytesOfLength + Encoding.UTF8.GetByteCount(token.In(text).Trim('`'))
                : 0
        );
}
