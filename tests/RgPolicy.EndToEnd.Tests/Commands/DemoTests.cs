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
    public async Task Demo_SqlServer_ShowsWhatItsLeversDo()
    {
        var (code, output, errors) = await Rgp.RunAsync("demo", "--dbms", "sqlserver");

        Assert.True(code == 0, errors);
        Assert.Contains("of classes whose later executions get a hint", output, StringComparison.Ordinal);
        Assert.Contains("CAP_CPU_PERCENT of the pool, by rgp apply", output, StringComparison.Ordinal);
        Assert.Matches("maxdop 2 +MAXDOP 2 +next_execution", output);
        Assert.DoesNotContain(
            "nothing",
            output[
                output.IndexOf("by which lever", StringComparison.Ordinal)..output.IndexOf(
                    "What to do next",
                    StringComparison.Ordinal
                )
            ],
            StringComparison.Ordinal
        );
        Assert.DoesNotContain("throttled", output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Demo_MariaDb_GovernsItsSessionsByTheSamePolicy()
    {
        var (code, output, errors) = await Rgp.RunAsync("demo", "--dbms", "mariadb");

        Assert.True(code == 0, errors);
        Assert.Contains("of a real server (mariadb 10.", output, StringComparison.Ordinal);
        foreach (var word in new[] { "oltp", "bulk_load", "scan", "join", "aggregation", "polluters" })
            Assert.Contains(word, output, StringComparison.Ordinal);
        Assert.Contains("--server mysql://", output, StringComparison.Ordinal);
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
