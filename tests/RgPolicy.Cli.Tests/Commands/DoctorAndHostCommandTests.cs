using RgPolicy.Host.Facts;

namespace RgPolicy.Cli.Tests.Commands;

/// <summary>On a made-up host, so that the machine that runs the tests plays no part.</summary>
public sealed class DoctorAndHostCommandTests : IDisposable
{
    private readonly TestFolder _host = new TestFolder()
        .With("proc/sys/kernel/osrelease", "6.1.0-test\n")
        .With("sys/devices/system/cpu/online", "0-3\n")
        .With("sys/devices/system/cpu/cpu0/cache/index3/level", "3\n")
        .With("sys/devices/system/cpu/cpu0/cache/index3/size", "32768K\n")
        .With("sys/devices/system/cpu/cpu0/cache/index3/shared_cpu_list", "0-3\n");

    public void Dispose() => _host.Dispose();

    [Fact]
    public async Task Doctor_BareHost_NamesWhatIsNeededAndEndsWithOne()
    {
        var run = await Run("doctor");

        Assert.Equal(1, run.ExitCode);
        Assert.Contains("needed: server: ", run.Error, StringComparison.Ordinal);
        Assert.Contains("needed: sidecar: ", run.Error, StringComparison.Ordinal);
        Assert.Equal("Fix what is needed as said above, then run rgp doctor again.", run.LastErrorLine);
        Assert.Contains("kernel       6.1.0-test", run.Output, StringComparison.Ordinal);
        Assert.Contains("domain 0: 32 MiB", run.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("observe")]
    [InlineData("advise")]
    public async Task Doctor_ForWatching_NeedsNothingOfTheHost(string level)
    {
        var run = await Run("doctor", "--level", level);

        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        Assert.Contains("No sidecar at ", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Doctor_Json_HasEveryPart()
    {
        var run = await Run("doctor", "--output", "json");

        Assert.Equal(1, run.ExitCode);
        Assert.Equal("schema host server sidecar restored levers measured dbms missing", CliRun.Fields(run.Json));
        Assert.Equal("rgp/doctor/1", run.Json.GetProperty("schema").GetString());
        Assert.False(run.Json.GetProperty("sidecar").GetProperty("reachable").GetBoolean());
        Assert.Equal("lever state reason fix", CliRun.Fields(run.Json.GetProperty("levers")[0]));
        Assert.Equal("name problem fix", CliRun.Fields(run.Json.GetProperty("missing")[0]));
    }

    [Fact]
    public async Task Doctor_RunningServer_IsFound()
    {
        _host.With("proc/41/stat", Stat(41, "postgres", 1)).With("proc/42/stat", Stat(42, "postgres", 41));

        var run = await Run("doctor", "--output", "json");

        Assert.Equal(41, run.Json.GetProperty("server").GetProperty("pid").GetInt32());
    }

    [Theory]
    [InlineData("oracle://x", 2, "is not a PostgreSQL connection")]
    [InlineData("postgres://a:secret@localhost/db", 2, "can be seen by other users")]
    public async Task Doctor_WrongConnection_IsMisuseAndNeverEchoesAPassword(string uri, int exitCode, string message)
    {
        var run = await Run("doctor", "--server", uri);

        Assert.Equal((exitCode, ""), (run.ExitCode, run.Output));
        Assert.Contains(message, run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("secret", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Doctor_ServerThatDoesNotAnswer_IsAMissingPart()
    {
        var run = await Run("doctor", "--server", "postgres://nobody@localhost:1/db", "--output", "json");

        Assert.Equal(1, run.ExitCode);
        Assert.Equal("id state message lost fix", CliRun.Fields(run.Json.GetProperty("dbms")[0]));
        Assert.Equal("missing", run.Json.GetProperty("dbms")[0].GetProperty("state").GetString());
        Assert.Contains("needed: pg.reachable: ", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Doctor_PasswordAskedWithoutATerminal_IsMisuse()
    {
        var run = await Run("doctor", "--server", "postgres://nobody@localhost:1/db", "--password-file", "-");

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("there is no terminal to ask for the password", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task HostStatus_CleanHost_SaysSo()
    {
        var run = await Run("host", "status");

        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        Assert.Equal("No sidecar runs, and nothing of RgPolicy is in force on this host.\n", run.Output);
    }

    [Fact]
    public async Task HostStatus_GroupsLeftBehind_AreShownAndNamedInJson()
    {
        Directory.CreateDirectory(_host.Path("sys/fs/cgroup/system.slice/postgresql/rgp_2"));
        Directory.CreateDirectory(_host.Path("sys/fs/resctrl/rgp_1"));
        Directory.CreateDirectory(_host.Path("sys/fs/resctrl/other"));

        var text = await Run("host", "status");
        var json = await Run("host", "status", "--output", "json");

        Assert.Equal(0, text.ExitCode);
        Assert.Contains("/sys/fs/resctrl/rgp_1", text.Output, StringComparison.Ordinal);
        Assert.Equal("To clean up: sudo rgp host reset", text.LastErrorLine);
        Assert.Equal("schema sidecar pools drift traces", CliRun.Fields(json.Json));
        Assert.Equal(
            "/sys/fs/resctrl/rgp_1 /sys/fs/cgroup/system.slice/postgresql/rgp_2",
            string.Join(' ', json.Json.GetProperty("traces").EnumerateArray().Select(each => each.GetString()))
        );
    }

    [Theory]
    [InlineData("", false)]
    [InlineData("{\"boot\":\"b1\",\"process\":{\"processId\":7,\"startTime\":9}}\n", true)]
    [InlineData("{\"boot\":\"b0\",\"process\":{\"processId\":7,\"startTime\":9}}\n", false)]
    [InlineData(
        "{\"boot\":\"b1\",\"process\":{\"processId\":7,\"startTime\":9}}\n{\"boot\":\"b1\",\"doneProcessId\":7,\"doneStartTime\":9}\n",
        false
    )]
    [InlineData(
        "{\"boot\":\"b1\",\"group\":\"/x\"}\n{\"boot\":\"b1\",\"removedGroup\":\"/x\"}\n{\"boot\":\"b1\",\"contr",
        false
    )]
    [InlineData("{\"boot\":\"b1\",\"group\":\"/x\"}\n", true)]
    public async Task HostStatus_Journal_CountsOnlyWhatIsOutstanding(string journal, bool isTrace)
    {
        _host.With("proc/sys/kernel/random/boot_id", "b1\n").With("run/rgpolicy/journal", journal);

        var run = await Run("host", "status", "--output", "json");

        Assert.Equal(isTrace ? 1 : 0, run.Json.GetProperty("traces").GetArrayLength());
    }

    [Fact]
    public async Task HostReset_CleanHost_DoesNothing()
    {
        var run = await Run("host", "reset", "--output", "json");

        Assert.Equal(0, run.ExitCode);
        Assert.Equal("nothing", run.Json.GetProperty("by").GetString());
    }

    [Fact]
    public async Task HostReset_TracesWithoutRoot_AsksForRoot()
    {
        Directory.CreateDirectory(_host.Path("sys/fs/resctrl/rgp_1"));

        var run = await Run("host", "reset");

        Assert.Equal(3, run.ExitCode);
        Assert.Equal("Run it as root: sudo rgp host reset", run.LastErrorLine);
    }

    [Fact]
    public async Task HostReset_RootWithoutTheSidecarProgram_SaysSo()
    {
        Directory.CreateDirectory(_host.Path("sys/fs/resctrl/rgp_1"));

        var run = await _host.RunWith(
            context => context with { HostRoot = new FileRoot(_host.Root), IsRoot = true },
            Arguments("host", "reset")
        );

        Assert.Equal(3, run.ExitCode);
        Assert.Contains("rgp-sidecar reset ended with 3", run.Error, StringComparison.Ordinal);
    }

    private static string Stat(int id, string name, int parent) =>
        $"{id} ({name}) S {parent} {id} {id} 0 -1 4194560 0 0 0 0 0 0 0 0 20 0 1 0 12345 0 0 0 0 0 0 0 0 0 0 0 0 0 0 "
        + "0 17 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n";

    private Task<CliRun> Run(params string[] arguments) =>
        _host.RunWith(context => context with { HostRoot = new FileRoot(_host.Root) }, Arguments(arguments));

    private string[] Arguments(params string[] arguments) =>
        [.. arguments, "--sidecar", _host.Path("none.sock"), "--state-dir", "/run/rgpolicy"];
}
