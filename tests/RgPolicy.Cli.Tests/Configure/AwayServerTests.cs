namespace RgPolicy.Cli.Tests.Configure;

/// <summary>Commands whose server is away. The driver tries for 15 s, so they are tried at the same time.</summary>
public sealed class AwayServerTests
{
    private const string Away = "sqlserver://sa@127.0.0.1:1?encrypt=false";

    [Fact]
    public async Task ServerCommands_ServerIsAway_EndWithTheirCodeAndSayWhatNext()
    {
        using var folder = new TestFolder().With("p.rgp", "language 1\npool all { maxdop 2 }\ndefault -> all\n");
        string[][] commands =
        [
            ["plan", "p.rgp", "--server", Away],
            ["facts", "--server", Away],
        ];

        var runs = await Task.WhenAll(commands.Select(arguments => Task.Run(() => folder.Run(arguments))));

        Assert.All(
            runs,
            run =>
            {
                Assert.Equal(3, run.ExitCode);
                Assert.True(run.LastErrorLine.Length > 0);
            }
        );
    }
}
