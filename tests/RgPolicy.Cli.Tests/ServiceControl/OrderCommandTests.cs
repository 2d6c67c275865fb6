namespace RgPolicy.Cli.Tests.ServiceControl;

/// <summary>Orders where no service runs; with one they are tested beside a real server.</summary>
public sealed class OrderCommandTests : IDisposable
{
    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-order-").FullName;

    private string Socket => Path.Combine(_directory, "none.sock");

    private string PauseFile => Path.Combine(_directory, "state", "paused");

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    [Fact]
    public async Task Pause_NoService_MakesTheFileAndResumeRemovesIt()
    {
        var pause = await CliRun.Of("pause", "--status-socket", Socket, "--pause-file", PauseFile);
        Assert.Equal(3, pause.ExitCode);
        Assert.Contains("begins paused", pause.LastErrorLine, StringComparison.Ordinal);
        Assert.True(File.Exists(PauseFile));

        var resume = await CliRun.Of("resume", "--status-socket", Socket, "--pause-file", PauseFile);
        Assert.Equal(3, resume.ExitCode);
        Assert.False(File.Exists(PauseFile));
    }

    [Fact]
    public async Task Pause_FileCannotBeMade_SaysWhatToDo()
    {
        var blocked = Path.Combine(_directory, "file");
        await File.WriteAllTextAsync(blocked, "");

        var pause = await CliRun.Of("pause", "--status-socket", Socket, "--pause-file", Path.Combine(blocked, "paused"));

        Assert.Equal(3, pause.ExitCode);
        Assert.Contains("--pause-file", pause.LastErrorLine, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Reload_NoService_SaysHowToStartOne()
    {
        var run = await CliRun.Of("reload", "--status-socket", Socket);

        Assert.Equal(3, run.ExitCode);
        Assert.Contains("rgp run", run.LastErrorLine, StringComparison.Ordinal);
    }
}
