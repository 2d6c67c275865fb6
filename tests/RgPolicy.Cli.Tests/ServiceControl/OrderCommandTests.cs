using RgPolicy.Cli.ServiceControl;
using RgPolicy.Cli.Shell;
using RgPolicy.Host.Facts;
using RgPolicy.Service.Control;
using RgPolicy.Service.Status;

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
    public async Task Pause_SocketsOfTwoLoops_TurnsEachOnesOwnSwitch()
    {
        string[] sockets = [Path.Combine(_directory, "a", "s.sock"), Path.Combine(_directory, "b", "s.sock")];
        foreach (var socket in sockets)
            await CliRun.Of(InDirectory, "pause", "--status-socket", socket);

        var usual = Path.Combine(_directory, "rgpolicy", "paused");
        Assert.False(File.Exists(usual));
        Assert.Equal(2, Directory.GetFiles(Path.Combine(_directory, "rgpolicy")).Length);

        await CliRun.Of(InDirectory, "resume", "--status-socket", sockets[0]);
        Assert.Equal([PauseSwitch.PathOf(sockets[1], usual)], Directory.GetFiles(Path.Combine(_directory, "rgpolicy")));
    }

    private CliContext InDirectory(CliContext context) =>
        context with
        {
            IsRoot = false,
            EnvironmentVariable = name => name is "XDG_STATE_HOME" or "XDG_RUNTIME_DIR" ? _directory : null,
        };

    [Fact]
    public async Task Pause_FileCannotBeMade_SaysWhatToDo()
    {
        var blocked = Path.Combine(_directory, "file");
        await File.WriteAllTextAsync(blocked, "");

        var pause = await CliRun.Of(
            "pause",
            "--status-socket",
            Socket,
            "--pause-file",
            Path.Combine(blocked, "paused")
        );

        Assert.Equal(3, pause.ExitCode);
        Assert.Contains("--pause-file", pause.LastErrorLine, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(StatusQuestionKind.Pause)]
    [InlineData(StatusQuestionKind.Resume)]
    public async Task Order_ServiceOfAnotherUser_SaysWhoseGoesOnAndMakesNoFile(object order)
    {
        var error = new StringWriter();
        var address = new ServiceAddress("", Socket, PauseFile)
        {
            Closed = new ClosedDirectory("/run/rgpolicy", "root"),
        };
        var exitCode = await new PauseCommand(CliRun.Context(Stream.Null) with { Error = error }).RunAsync(
            (StatusQuestionKind)order,
            [address],
            isJson: false
        );

        Assert.Equal(3, exitCode);
        Assert.Contains(
            "A service of user root may run, and goes on as it is: its sockets are in /run/rgpolicy",
            error.ToString(),
            StringComparison.Ordinal
        );
        Assert.Contains("sudo", error.ToString().TrimEnd().Split('\n')[^1], StringComparison.Ordinal);
        Assert.Empty(Directory.EnumerateFiles(_directory, "*", SearchOption.AllDirectories));
    }

    [Fact]
    public void NameOf_User_IsThatOfTheAccounts()
    {
        Directory.CreateDirectory(Path.Combine(_directory, "etc"));
        File.WriteAllText(
            Path.Combine(_directory, "etc", "passwd"),
            "root:x:0:0:root:/root:/bin/sh\nbroken\ndba:x:1000:100::/:/bin/sh\n"
        );
        var root = new FileRoot(_directory);

        Assert.Equal(
            ("root", "dba", "7"),
            (ClosedDirectory.NameOf(0, root), ClosedDirectory.NameOf(1000, root), ClosedDirectory.NameOf(7, root))
        );
    }

    [Fact]
    public void Find_DirectoryThatThisUserMayOpen_IsNone()
    {
        Assert.Null(ClosedDirectory.Find(_directory, FileRoot.Machine));
        Assert.Null(ClosedDirectory.Find(Socket, FileRoot.Machine));
    }

    [Fact]
    public async Task Reload_NoService_SaysHowToStartOne()
    {
        var run = await CliRun.Of("reload", "--status-socket", Socket);

        Assert.Equal(3, run.ExitCode);
        Assert.Contains("rgp run", run.LastErrorLine, StringComparison.Ordinal);
    }
}
