using FsCheck;
using FsCheck.Fluent;
using RgPolicy.Dbms.PostgreSql.Sql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Sql;

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
    [InlineData("'never", "Broken:'never")]
    [InlineData("/* never", "Broken:/* never")]
    [InlineData("\"never", "Broken:\"never")]
    [InlineData("$a$never", "Broken:$a$never")]
    [InlineData("été", "Word:été")]
    public void Tokens_Text_AreTheServersTokens(string text, string expected)
    {
        var tokens = SqlLexer.Tokens(text);

        Assert.Equal(expected, string.Join(' ', tokens.Select(t => $"{t.Kind}:{t.In(text).ToString()}")));
    }

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
            StatementTextReader.Read(text);
            CopyStatement.Read(text);
            NormalisedText.Fingerprint(text);
        }
    }

    private static readonly string[] Pieces =
    [
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

    private static bool AreOrdered(string text)
    {
        var end = 0;
        foreach (var token in SqlLexer.Tokens(text))
        {
            if (token.Start < end || token.Length <= 0 || token.End > text.Length)
                return false;
            end = token.End;
        }

        return true;
    }
}
