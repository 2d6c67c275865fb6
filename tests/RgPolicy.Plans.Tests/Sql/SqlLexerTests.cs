using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Plans.Sql;

namespace RgPolicy.Plans.Tests.Sql;

public sealed class SqlLexerTests
{
    [Theory]
    [InlineData("select a, 1", "Word:select Word:a Symbol:, Number:1")]
    [InlineData("\"a\"\"b\" 'c''d'", "QuotedName:\"a\"\"b\" Text:'c''d'")]
    [InlineData("E'a\\'b' x", "Text:E'a\\'b' Word:x")]
    [InlineData("'a\\' x", "Text:'a\\' Word:x")]
    [InlineData("'a'\n 'b' c", "Text:'a'\n 'b' Word:c")]
    [InlineData("'a' 'b'", "Text:'a' Text:'b'")]
    [InlineData("E'a' --;\n '\\'b' c", "Text:E'a' --;\n '\\'b' Word:c")]
    [InlineData("U&'\\0027' U&\"x\"", "Text:U&'\\0027' UnicodeName:U&\"x\"")]
    [InlineData("$$a;b$$ $q$ $$ $q$", "Text:$$a;b$$ Text:$q$ $$ $q$")]
    [InlineData("$1+$22", "Parameter:$1 Operator:+ Parameter:$22")]
    [InlineData("a$1 b$c$", "Word:a$1 Word:b$c$")]
    [InlineData("1.5e-3 .5 1..2", "Number:1.5e-3 Number:.5 Number:1 Symbol:. Number:.2")]
    [InlineData("a /* b /* c */ ; */ d -- e\nf", "Word:a Word:d Word:f")]
    [InlineData("a<=-b", "Word:a Operator:<= Operator:- Word:b")]
    [InlineData("a @-b", "Word:a Operator:@- Word:b")]
    [InlineData("a+--c\nb", "Word:a Operator:+ Word:b")]
    [InlineData("a::b", "Word:a Symbol:: Symbol:: Word:b")]
    [InlineData("a*-+--c\n-+1", "Word:a Operator:* Operator:- Operator:+ Operator:- Operator:+ Number:1")]
    [InlineData(
        "4_111 0x_1F 0b1010 0o17 1_0.5_0e1_0",
        "Number:4_111 Number:0x_1F Number:0b1010 Number:0o17 Number:1_0.5_0e1_0"
    )]
    [InlineData("1__2 1_a 0xg", "Number:1 Word:__2 Number:1 Word:_a Number:0 Word:xg")]
    [InlineData("'never", "Broken:'never")]
    [InlineData("/* never", "Broken:/* never")]
    [InlineData("\"never", "Broken:\"never")]
    [InlineData("$a$never", "Broken:$a$never")]
    [InlineData("été", "Word:été")]
    public void Tokens_Text_AreTheServersTokens(string text, string expected)
    {
        Assert.Equal(expected, Shown(text, SqlDialect.PostgreSql));
    }

    private static string Shown(string text, SqlDialect dialect) =>
        string.Join(' ', SqlLexer.Tokens(text, dialect).Select(t => $"{t.Kind}:{t.In(text).ToString()}"));

    [Theory]
    [InlineData("'it\\'s' \"x\" `a``b`", "Text:'it\\'s' Text:\"x\" QuotedName:`a``b`")]
    [InlineData(
        "t.1a 1a 2_000 1e5 1e+5 .5",
        "Word:t Symbol:. Word:1a Word:1a Word:2_000 Number:1e5 Number:1e+5 Number:.5"
    )]
    [InlineData("0x1F 0X1F 0b01 x'41' n'a'", "Number:0x1F Word:0X1F Number:0b01 Text:x'41' Text:n'a'")]
    [InlineData("a*/*c*/b", "Word:a Symbol:* Word:b")]
    [InlineData("a /*! *b */ c */", "Word:a Symbol:* Word:b Word:c Symbol:* Symbol:/")]
    [InlineData("a /*!50101 b */ /*!99999 c */ d", "Word:a Word:b Word:d")]
    [InlineData("a--b", "Word:a Symbol:- Symbol:- Word:b")]
    [InlineData("a -- b\r c\nd # e\nf", "Word:a Word:d Word:f")]
    [InlineData("a = ? and $1", "Word:a Symbol:= Parameter:? Word:and Word:$1")]
    [InlineData("/* a /* b */ c", "Word:c")]
    public void Tokens_TextOfMySql_AreTheServersTokens(string text, string expected) =>
        Assert.Equal(expected, Shown(text, SqlDialect.MySql));

    [Theory]
    [InlineData("/*M!100100 a */ /*!80000 b */ /*!50101 c */ d", "Word:a Word:c Word:d")]
    public void Tokens_TextOfMariaDb_AreTheServersTokens(string text, string expected) =>
        Assert.Equal(expected, Shown(text, SqlDialect.MariaDb));

    [Theory]
    [InlineData("[a]]b] \"c\" N'd''e'", "QuotedName:[a]]b] QuotedName:\"c\" Text:N'd''e'")]
    [InlineData("@p #t @@x $12.50 1.5e3 0xFF", "Word:@p Word:#t Word:@@x Number:$12.50 Number:1.5e3 Number:0xFF")]
    [InlineData("a<>b !< c >= -1", "Word:a Operator:<> Word:b Operator:!< Word:c Operator:>= Symbol:- Number:1")]
    [InlineData("a /* /* b */ c */ -- d\nE'x'", "Word:a Word:E Text:'x'")]
    [InlineData("'\\' b", "Text:'\\' Word:b")]
    [InlineData("[never", "Broken:[never")]
    public void Tokens_TransactSql_AreTheServersTokens(string text, string expected) =>
        Assert.Equal(expected, Shown(text, SqlDialect.TransactSql));

    [Theory]
    [InlineData("\"a\"\"b\"", "postgresql", "a\"b")]
    [InlineData("`a``b`", "mysql", "a`b")]
    [InlineData("[a]]b]", "sqlserver", "a]b")]
    [InlineData("N'a''b'", "sqlserver", "a'b")]
    [InlineData("[]", "sqlserver", "")]
    public void Unquoted_Name_IsWhatItSays(string text, string dbms, string expected) =>
        Assert.Equal(expected, SqlLexer.Tokens(text, SqlDialects.Of(dbms))[0].Unquoted(text));

    [Fact]
    public void Tokens_AnyText_CoverItInOrderWithBlanksAndCommentsBetween() =>
        Prop.ForAll(Gen.Elements(Pieces).ListOf().Select(p => string.Concat(p)).ToArbitrary(), AreOrdered)
            .QuickCheckThrowOnFailure();

    [Fact]
    public void Tokens_MutatedStatements_NeverFailAndEnd()
    {
        var random = new Random(20240611);
        for (var i = 0; i < 20_000; i++)
        {
            var text = string.Concat(
                Enumerable.Range(0, random.Next(12)).Select(_ => Pieces[random.Next(Pieces.Length)])
            );
            if (text.Length > 0)
                text = text.Remove(random.Next(text.Length), 1);
            Assert.True(AreOrdered(text), text);
        }
    }

    [Theory]
    [InlineData("postgresql")]
    [InlineData("sqlserver")]
    [InlineData("mariadb")]
    [InlineData("mysql")]
    public void Next_EveryCharacter_GoesOn(string dbms)
    {
        for (var code = 0; code <= char.MaxValue; code++)
        {
            var text = $"a {(char)code}{(char)code}1 {(char)code}a";
            var lexer = new SqlLexer(text, SqlDialects.Of(dbms));
            for (var end = 0; end < text.Length; )
            {
                var token = lexer.Next();
                Assert.True(token.Kind == SqlTokenKind.End || token.Length > 0, $"U+{code:X4} at {end}");
                end = token.Kind == SqlTokenKind.End ? text.Length : token.Start + token.Length;
            }
        }
    }

    private static readonly string[] Pieces =
    [
        "[",
        "]",
        "`",
        "/*!",
        "/*M!50000",
        "#",
        "?",
        "0x",
        "_1",
        "select",
        " ",
        "\n",
        "'",
        "''",
        "\"",
        "E'",
        "U&'",
        "U&\"",
        "$$",
        "$a$",
        "$1",
        "--",
        "/*",
        "*/",
        ";",
        "(",
        ")",
        "\\",
        "1",
        ".",
        "e5",
        "+",
        "-",
        "<=",
        "@",
        "name",
        "é",
        "copy ",
        " to ",
        ",",
        "::",
        "b'",
        "x",
    ];

    private static bool AreOrdered(string text) =>
        AreOrdered(text, SqlDialect.PostgreSql)
        && AreOrdered(text, SqlDialect.MySql)
        && AreOrdered(text, SqlDialect.MariaDb)
        && AreOrdered(text, SqlDialect.TransactSql);

    private static bool AreOrdered(string text, SqlDialect dialect)
    {
        var end = 0;
        foreach (var token in SqlLexer.Tokens(text, dialect))
        {
            if (token.Start < end || token.Length <= 0 || token.End > text.Length)
                return false;
            end = token.End;
        }

        return true;
    }
}
