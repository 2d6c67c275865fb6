namespace RgPolicy.Dbms.PostgreSql.Poll;

internal static class ServerEncodings
{
    /// <summary>The encoding of a database by the server's name for it. UTF-8 where the server names none (SQL_ASCII)
    /// or one that is not known here: what is not valid then becomes <see cref="Unreadable"/>.</summary>
    public static Encoding Of(string name) =>
        CodePage(name) is { } page ? CodePagesEncodingProvider.Instance.GetEncoding(page) ?? Encoding.UTF8
        : name == "LATIN1" ? Encoding.Latin1
        : Encoding.UTF8;

    public const char Unreadable = '\uFFFD';

    private static int? CodePage(string name) =>
        name switch
        {
            "LATIN2" => 28592,
            "LATIN3" => 28593,
            "LATIN4" => 28594,
            "LATIN5" => 28599,
            "LATIN7" => 28603,
            "LATIN9" => 28605,
            "ISO_8859_5" => 28595,
            "ISO_8859_6" => 28596,
            "ISO_8859_7" => 28597,
            "ISO_8859_8" => 28598,
            "WIN1250" => 1250,
            "WIN1251" => 1251,
            "WIN1252" => 1252,
            "WIN1253" => 1253,
            "WIN1254" => 1254,
            "WIN1255" => 1255,
            "WIN1256" => 1256,
            "WIN1257" => 1257,
            "WIN1258" => 1258,
            "WIN866" => 866,
            "WIN874" => 874,
            "KOI8R" => 20866,
            "KOI8U" => 21866,
            "EUC_JP" => 51932,
            "EUC_KR" => 51949,
            "EUC_CN" => 51936,
            _ => null,
        };
}
