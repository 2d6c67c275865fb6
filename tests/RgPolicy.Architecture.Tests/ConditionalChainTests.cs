namespace RgPolicy.Architecture.Tests;

/// <summary>A conditional expression asks three questions at most: more of them read better as statements.</summary>
public sealed class ConditionalChainTests
{
    private const int MostQuestions = 3;

    [Fact]
    public void Sources_InSrc_ChainFewConditionals() =>
        Offenders.None(
            Repository
                .Sources("src")
                .SelectMany(file => LongChains(Repository.Read(file)).Select(line => $"{file}:{line}"))
        );

    [Theory]
    [InlineData("x =\n    a ? 1\n    : b ? 2\n    : c ? 3\n    : 4;", "")]
    [InlineData("x =\n    a ? 1\n    : b ? 2\n    : c ? 3\n    : d ? 4\n    : 5;", "6")]
    [InlineData(
        "x =\n    a\n        ? f(\n            1\n        )\n    : b ? 2\n    : c ? 3\n    : d ? 4\n    : 5;",
        "9"
    )]
    [InlineData(
        "x = a\n    ? 1\n    : 2;\ny = b\n    ? 1\n    : 2;\nz = c\n    ? 1\n    : 2;\nw = d\n    ? 1\n    : 2;",
        ""
    )]
    public void LongChains_OfFormattedCode_AreFound(string code, string lines) =>
        Assert.Equal(lines, string.Join(',', LongChains(code)));

    // The formatter gives each answer of a chain a line that begins with a colon, all in one column.
    private static IEnumerable<int> LongChains(string text)
    {
        var answers = new Dictionary<int, int>();
        var lines = CSharpText.WithoutLiteralsAndComments(text).Split('\n');
        for (var index = 0; index < lines.Length; index++)
        {
            var line = lines[index].TrimEnd();
            var column = line.Length - line.TrimStart().Length;
            if (line.AsSpan(column).StartsWith(": "))
            {
                answers[column] = answers.GetValueOrDefault(column) + 1;
                if (answers[column] == MostQuestions + 1)
                    yield return index + 1;
            }

            if (line.EndsWith(';') || line.EndsWith('{') || line.EndsWith('}'))
                answers.Clear();
            else if (line.EndsWith(','))
                answers.Remove(column);
        }
    }
}
