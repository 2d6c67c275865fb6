using RgPolicy.Dbms.PostgreSql.Poll;

namespace RgPolicy.Dbms.Tests.PostgreSql.Poll;

public sealed class TextDecodingTests
{
    [Theory]
    [InlineData("UTF8", "UTF8", "63 C3 A4", "c\u00e4")]
    [InlineData("UTF8", "LATIN1", "63 E4", "c\u00e4")]
    [InlineData("UTF8", "WIN1252", "80 E4", "\u20ac\u00e4")]
    [InlineData("UTF8", "LATIN9", "A4", "\u20ac")]
    [InlineData("UTF8", "KOI8R", "C1", "\u0430")]
    [InlineData("UTF8", "EUC_JP", "C6 FC", "\u65e5")]
    [InlineData("UTF8", "SQL_ASCII", "63 C3 A4", "c\u00e4")]
    [InlineData("UTF8", "SQL_ASCII", "63 E4", "c\ufffd")]
    [InlineData("SQL_ASCII", "LATIN1", "E4", "\u00e4")]
    [InlineData("UTF8", "", "63", "c")]
    public void Read_BytesOfADatabase_AreReadByItsEncoding(
        string asked,
        string encoding,
        string bytes,
        string expected
    ) =>
        Assert.Equal(
            expected,
            new TextDecoding(asked).Read(
                Convert.FromHexString(bytes.Replace(" ", "", StringComparison.Ordinal)),
                encoding
            )
        );

    [Theory]
    [InlineData("LATIN1", "UTF8", "c\u00e4 \u65e5")]
    [InlineData("LATIN1", "LATIN9", "\u20ac")]
    public void Read_AskedDatabaseConverts_IsUndone(string asked, string encoding, string text)
    {
        // The server takes the bytes for letters of the database that is asked, and sends those as UTF-8.
        var sent = Encoding.UTF8.GetBytes(
            ServerEncodings.Of(asked).GetString(ServerEncodings.Of(encoding).GetBytes(text))
        );

        Assert.Equal(text, new TextDecoding(asked).Read(sent, encoding));
    }
}
