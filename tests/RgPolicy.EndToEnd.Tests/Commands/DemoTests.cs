namespace RgPolicy.EndToEnd.Tests.Commands;

/// <summary>The README's first command.</summary>
public sealed class DemoTests
{
    [Fact]
    public async Task Demo_WithoutAnything_EndsByItselfWithASummary()
    {
        var (code, output, errors) = await Rgp.RunAsync("demo");

        Assert.True(code == 0, errors);
        Assert.True(output.Split('\n').Length > 10, output);
        foreach (var word in new[] { "oltp", "scan", "critical", "polluters" })
            Assert.Contains(word, output, StringComparison.Ordinal);
        Assert.DoesNotContain('\u001b', output);
    }

    [Fact]
    public async Task Demo_Twice_SaysTheSame()
    {
        var (_, first, _) = await Rgp.RunAsync("demo");
        var (_, second, _) = await Rgp.RunAsync("demo");

        Assert.Equal(WithoutElapsed(first), WithoutElapsed(second));
    }

    // The first line tells how long it took.
    private static string WithoutElapsed(string output) => output[output.IndexOf('\n', StringComparison.Ordinal)..];
}
