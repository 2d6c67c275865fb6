using RgPolicy.Plans.Sql;

namespace RgPolicy.Plans.Tests.Sql;

/// <summary>What the lexer makes of drawn texts, beside what PostgreSQL's own scanner makes of them.</summary>
public sealed class SqlOracleTests
{
    private const int Texts = 4_000;
    private const int LeastAccepted = 1_000;

    // The scanner of libpg-query gives comments as tokens, so no text goes on behind one: a sign follows each here.
    private static readonly string[] Pieces =
    [
        "select",
        "a",
        "T",
        "_x",
        "a$1",
        "\u00e9t\u00e9",
        "'x'",
        "'it''s'",
        "E'a\\'b'",
        "e'\\\\'",
        "'\\'",
        "b'01'",
        "x'1f'",
        "n'y'",
        "U&'\\0041'",
        "U&\"n\"",
        "\"Q\"\"q\"",
        "$1",
        "$22",
        "$$q;'$$",
        "$t$ $$ $t$",
        "1",
        "2.5",
        ".5",
        "1.",
        "1e5",
        "1.5e-3",
        "4_111",
        "1_0.2_5",
        "0x1F",
        "0x_1f",
        "0b101",
        "0o17",
        "--c\n+",
        "/*c*/",
        "/* /* n */ */",
        "(",
        ")",
        "[",
        "]",
        ",",
        ";",
        ".",
        "..",
        ":",
        "::",
        ":=",
        "=>",
        "+",
        "-",
        "*",
        "/",
        "<",
        ">",
        "=",
        "<=",
        "<>",
        "!=",
        "@-",
        "||",
        "->>",
        "?",
        "&",
        "|",
        "~",
        "#",
        "%",
        "^",
        "`",
        "'a'\n'b'",
        "\t",
        "\n",
        "\r",
        "\f",
    ];

    [SqlOracleFact]
    public async Task Tokens_DrawnTexts_AreThoseOfTheServer()
    {
        var random = new Random(51);
        var texts = Enumerable.Range(0, Texts).Select(_ => Draw(random)).ToArray();

        var answers = await SqlOracle.AskAsync(texts);

        Assert.Equal(Texts, answers.Count);
        var accepted = 0;
        foreach (var (text, answer) in texts.Zip(answers))
        {
            if (answer is null)
                continue;
            accepted++;
            Assert.Equal(OfServer(text, answer), OfLexer(text));
        }

        Assert.InRange(accepted, LeastAccepted, Texts);
    }

    private static string Draw(Random random) =>
        string.Concat(
            Enumerable
                .Range(0, random.Next(1, 9))
                .Select(_ => Pieces[random.Next(Pieces.Length)] + (random.Next(3) > 0 ? " " : ""))
        );

    private static string OfLexer(string text) =>
        Shown(
            text,
            SqlLexer
                .Tokens(text)
                .Select(token =>
                    (
                        token.Start,
                        token.End,
                        token.Kind switch
                        {
                            SqlTokenKind.Text => 'T',
                            SqlTokenKind.Number => 'N',
                            SqlTokenKind.Parameter => 'P',
                            SqlTokenKind.Word => 'W',
                            SqlTokenKind.QuotedName or SqlTokenKind.UnicodeName => 'Q',
                            SqlTokenKind.Broken => 'B',
                            _ => 'S',
                        }
                    )
                )
        );

    /// <summary>The server gives the letter of N'..' as a token of its own, and of most tokens no name.</summary>
    private static string OfServer(string text, (int Start, int End, string Name)[] tokens)
    {
        var read = new List<(int Start, int End, char Kind)>();
        foreach (var (start, end, name) in tokens)
        {
            var kind = KindOf(text[start..end], name);
            if (
                kind == 'T'
                && read is [.., { Kind: 'W' } before]
                && before.End == start
                && IsNational(text, before.Start, start)
            )
                read[^1] = (before.Start, end, kind);
            else
                read.Add((start, end, kind));
        }

        return Shown(text, read);
    }

    private static bool IsNational(string text, int start, int end) => end - start == 1 && text[start] is 'n' or 'N';

    private static char KindOf(string token, string name) =>
        name switch
        {
            "ICONST" or "FCONST" => 'N',
            "PARAM" => 'P',
            "SCONST" => 'T',
            _ when token[0] == '"' || token.StartsWith("U&\"", StringComparison.OrdinalIgnoreCase) => 'Q',
            _ when token.Contains('\'', StringComparison.Ordinal) => 'T',
            _ when SqlLexer.IsNameStart(token[0]) => 'W',
            _ => 'S',
        };

    // Which signs make one operator matters only where it decides what a minus belongs to, which is in the tokens behind.
    private static string Shown(string text, IEnumerable<(int Start, int End, char Kind)> tokens) =>
        string.Join(
            '\n',
            tokens.SelectMany(token =>
                token.Kind == 'S'
                    ? Enumerable.Range(token.Start, token.End - token.Start).Select(at => $"S {text[at]}")
                    : [$"{token.Kind} {text[token.Start..token.End]}"]
            )
        );
}
