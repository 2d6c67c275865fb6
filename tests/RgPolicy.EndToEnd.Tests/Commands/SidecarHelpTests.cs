using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Commands;

public sealed class SidecarHelpTests
{
    [Theory]
    [InlineData("--help")]
    [InlineData("guard", "--help")]
    [InlineData("guard", "--data-directory", "-h")]
    public async Task Help_AtAnyPlace_NamesTheOptionsAndStartsNothing(params string[] words)
    {
        var (exitCode, output, errors) = await ChildProgram.RunAsync(
            ProductFiles.Sidecar,
            words,
            TimeSpan.FromSeconds(60)
        );

        Assert.Equal((0, ""), (exitCode, errors));
        Assert.Contains("--data-directory", output, StringComparison.Ordinal);
    }
}
