using RgPolicy.Cli.Lint;
using RgPolicy.Language.Text;

namespace RgPolicy.Cli.Tests.Lint;

public sealed class SnippetTests
{
    [Theory]
    [InlineData("abc def", 5, 8, "abc def", 4, 3)]
    [InlineData("\tdef", 2, 5, "    def", 4, 3)]
    [InlineData("漢字 def", 4, 7, "漢字 def", 5, 3)]
    [InlineData("abc", 4, 4, "abc", 3, 1)]
    [InlineData("abc", 9, 12, "abc", 3, 1)]
    [InlineData("a\u0007b", 3, 4, "a\uFFFDb", 2, 1)]
    public void Of_EachLine_PutsTheCaretsBelow(string line, int start, int end, string text, int indent, int carets)
    {
        var snippet = Snippet.Of(SourceLines.Of(Encoding.UTF8.GetBytes(line)), new TextRange(1, start, 1, end));

        Assert.Equal((text, indent, carets), (snippet.Text, snippet.Indent, snippet.Carets));
    }

    [Fact]
    public void Of_LongLine_IsCutAroundTheRange()
    {
        var line = new string('a', 500) + "XYZ" + new string('b', 500);

        var snippet = Snippet.Of(SourceLines.Of(Encoding.UTF8.GetBytes(line)), new TextRange(1, 501, 1, 504));

        Assert.True(snippet.Text.Length < 160);
        Assert.Equal("XYZ", snippet.Text.Substring(snippet.Indent, snippet.Carets));
    }

    [Fact]
    public void Of_RangeOverLines_MarksTheFirstToItsEnd()
    {
        var lines = SourceLines.Of("one two  \r\nthree"u8);

        var snippet = Snippet.Of(lines, new TextRange(1, 5, 2, 3));

        Assert.Equal((4, 3), (snippet.Indent, snippet.Carets));
    }
}
