using RgPolicy.Service.Windows;

namespace RgPolicy.Cli.Tests.ServiceControl;

/// <summary>Installing and controlling the Windows service, against a Windows that remembers what it
/// was told.</summary>
public sealed class WindowsServiceTests : IDisposable
{
    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-windows-").FullName;
    private readonly List<string> _told = [];

    private string Config => Path.Combine(_directory, "appsettings.json");

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    [Fact]
    public async Task Install_GoodSettings_QuotesTheCommandLine()
    {
        await File.WriteAllTextAsync(
            Config,
            """{ "RgPolicy": { "Targets": { "main": { "Policy": "p.rgp", "Connect": "sqlserver://a@h" } } } }"""
        );
        var run = await RunAsync(null, "install", "--config", Config);

        Assert.Equal(0, run.ExitCode);
        Assert.Equal(
            $"install RgPolicy \"{Path.Join(AppContext.BaseDirectory, "rgp.exe")}\" service run --config \"{Config}\" NT SERVICE\\RgPolicy",
            Assert.Single(_told)
        );
    }

    [Fact]
    public async Task Install_WrongSettings_InstallsNothing()
    {
        await File.WriteAllTextAsync(Config, """{ "RgPolicy": { } }""");
        var run = await RunAsync(null, "install", "--config", Config);

        Assert.Equal(2, run.ExitCode);
        Assert.Empty(_told);
    }

    [Theory]
    [InlineData("start")]
    [InlineData("stop")]
    [InlineData("uninstall")]
    public async Task Control_Granted_IsDone(string name)
    {
        Assert.Equal(0, (await RunAsync(null, name)).ExitCode);
        Assert.Equal($"{name} RgPolicy", Assert.Single(_told));
    }

    [Fact]
    public async Task Control_Denied_SaysWhatToDo()
    {
        var run = await RunAsync("Access is denied.", "start");

        Assert.Equal((3, "Run it as an administrator."), (run.ExitCode, run.LastErrorLine));
        Assert.Contains("Access is denied.", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Control_OnLinux_NamesSystemd()
    {
        var run = await CliRun.Of("service", "start");

        Assert.Equal((2, "With systemd: sudo systemctl enable --now rgpolicy"), (run.ExitCode, run.LastErrorLine));
    }

    private Task<CliRun> RunAsync(string? problem, params string[] arguments) =>
        CliRun.Of(context => context with { Windows = new ToldWindows(_told, problem) }, ["service", .. arguments]);

    private sealed class ToldWindows(List<string> told, string? problem) : IWindowsServices
    {
        public bool Dispatch(string name, Action main) => false;

        public nint RegisterHandler(string name, Func<Service.Windows.ServiceControl, int> handler) => 0;

        public void SetStatus(nint handle, WindowsServiceStatus status) { }

        public void Report(string source, EventLogKind kind, int eventId, string message) { }

        public string? Install(ServiceInstallation installation) =>
            Tell($"install {installation.Name} {installation.CommandLine} {installation.Account}");

        public string? Uninstall(string name) => Tell("uninstall " + name);

        public string? Start(string name) => Tell("start " + name);

        public string? Stop(string name) => Tell("stop " + name);

        private string? Tell(string what)
        {
            told.Add(what);
            return problem;
        }
    }
}
