using RgPolicy.Cli.Files;

namespace RgPolicy.Cli.Tests.Files;

public sealed class PathPatternTests : IDisposable
{
    private readonly TestFolder _folder = new TestFolder()
        .With("a.rgp", "")
        .With("b.txt", "")
        .With("sub/c.rgp", "")
        .With("sub/deep/d.rgp", "")
        .With(".hidden/e.rgp", "");

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("*.rgp", "a.rgp")]
    [InlineData("sub/*.rgp", "sub/c.rgp")]
    [InlineData("**/*.rgp", "a.rgp sub/c.rgp sub/deep/d.rgp")]
    [InlineData("sub/**/*.rgp", "sub/c.rgp sub/deep/d.rgp")]
    [InlineData("?.txt", "b.txt")]
    [InlineData("nowhere/*.rgp", "")]
    public void Matches_EachPattern_FindsItsFiles(string pattern, string expected) =>
        Assert.Equal(expected, string.Join(' ', PathPattern.Matches(_folder.Root, pattern, [])));
}
