namespace RgPolicy.Cli.Tests.Commands;

/// <summary>What <c>rgp record</c> refuses before it connects.</summary>
public sealed class RecordCommandTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("kept", false, 2)]
    [InlineData("kept", true, 3)]
    [InlineData("", false, 3)]
    public async Task Record_FileThatIsThere_IsWrittenOverOnlyWhereThatIsAsked(string content, bool force, int exitCode)
    {
        _folder.With("day.rgrec", content);

        // Nothing listens there.
        var run = await _folder.Run([
            "record",
            "--server",
            "postgres://a@127.0.0.1:1/b",
            "--out",
            "day.rgrec",
            .. force ? (string[])["--force"] : [],
        ]);

        Assert.Equal(exitCode, run.ExitCode);
        Assert.Equal(content, await File.ReadAllTextAsync(_folder.Path("day.rgrec")));
    }
}
