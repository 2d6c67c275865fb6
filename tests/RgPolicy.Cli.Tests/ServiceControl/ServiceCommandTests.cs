using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Tests.ServiceControl;

/// <summary>The service's settings, and talking to it where it does not run; beside a real server it is
/// tested end to end.</summary>
public sealed class ServiceCommandTests : IDisposable
{
    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-service-").FullName;

    private string Config => Path.Combine(_directory, "appsettings.json");

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    [Fact]
    public async Task Check_GoodSettings_NamesTheTargets()
    {
        await WriteAsync("language 1\npool a { cpu weight 100 }\ndefault -> a\n");
        var run = await CliRun.Of("service", "check", "--config", Config);

        Assert.Equal((0, $"{Config}: nothing is wrong; targets: main\n"), (run.ExitCode, run.Output));
    }

    [Theory]
    [InlineData("\"Listen\": \"192.0.2.1:9187\"", "RgPolicy:Listen: the console cannot be served at 192.0.2.1:9187")]
    [InlineData("\"TokenFile\": \"nowhere\"", "RgPolicy:TokenFile: it cannot be read")]
    [InlineData(
        "\"Otlp\": { \"Endpoint\": \"http://127.0.0.1:1\" }",
        "RgPolicy:Otlp: no collector answers at 127.0.0.1:1"
    )]
    public async Task Check_ServiceBesideTheLoopThatCannotWork_IsFound(string setting, string found)
    {
        await WriteAsync("language 1\npool a { cpu weight 100 }\ndefault -> a\n");
        var text = await File.ReadAllTextAsync(Config);
        await File.WriteAllTextAsync(
            Config,
            text.Replace("\"Targets\"", setting + ", \"Targets\"", StringComparison.Ordinal)
        );
        var run = await CliRun.Of(InDirectory, "service", "check", "--config", Config);

        Assert.Equal(1, run.ExitCode);
        Assert.Contains(found, run.Output, StringComparison.Ordinal);
        Assert.Equal("The service governs all the same, and tries these again.", run.LastErrorLine);
    }

    [Fact]
    public async Task Pause_SocketOfATarget_MakesThatTargetsFile()
    {
        await File.WriteAllTextAsync(Path.Combine(_directory, "main.sock"), "");
        var run = await CliRun.Of(InDirectory, "pause", "--status-socket", Path.Combine(_directory, "main.sock"));

        Assert.Equal(3, run.ExitCode);
        Assert.True(File.Exists(Path.Combine(_directory, "main.paused")));
    }

    [Fact]
    public async Task Check_PolicyWithErrors_NamesKeyAndPlace()
    {
        await WriteAsync("language 1\npool a { cpu weight 100 }\ndefault -> b\n");
        var run = await CliRun.Of("service", "check", "--config", Config, "--output", "json");
        var problem = run.Json.GetProperty("problems")[0];

        Assert.Equal(1, run.ExitCode);
        Assert.Equal("rgp/service-check/1", run.Json.GetProperty("schema").GetString());
        Assert.Equal("RgPolicy:Targets:main:Policy", problem.GetProperty("key").GetString());
        Assert.Contains("p.rgp:3:", problem.GetProperty("message").GetString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Check_PasswordInPlaceOfItsFile_NamesTheKeyAndDoesNotTellThePassword()
    {
        await WriteAsync("language 1\npool a { cpu weight 100 }\ndefault -> a\n");
        var text = await File.ReadAllTextAsync(Config);
        await File.WriteAllTextAsync(
            Config,
            text.Replace("\"Policy\"", "\"PasswordFile\": \"hush\", \"Policy\"", StringComparison.Ordinal)
        );
        var run = await CliRun.Of("service", "check", "--config", Config);

        Assert.Equal(1, run.ExitCode);
        Assert.Contains("RgPolicy:Targets:main:PasswordFile: names no file", run.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("hush", run.Output + run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Run_WrongSettings_StartsNothingAndNamesAll()
    {
        await File.WriteAllTextAsync(
            Config,
            """{ "RgPolicy": { "Listen": "x", "Targets": { "main": { "Level": "on" } } } }"""
        );
        var run = await CliRun.Of("service", "run", "--config", Config);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("rgp: RgPolicy:Listen: ", run.Error, StringComparison.Ordinal);
        Assert.Contains(
            "rgp: RgPolicy:Targets:main:Level: `on` is not one of observe, advise, enforce",
            run.Error,
            StringComparison.Ordinal
        );
        Assert.Equal(
            $"Nothing was started. Fix {Config}, then try: rgp service check --config {Config}",
            run.LastErrorLine
        );
    }

    [Fact]
    public async Task Pause_TargetOfAServiceThatDoesNotRun_MakesThatTargetsFile()
    {
        var run = await CliRun.Of(InDirectory, "pause", "--instance", "main");

        Assert.Equal(3, run.ExitCode);
        Assert.True(File.Exists(Path.Combine(_directory, "main.paused")));
    }

    [Fact]
    public async Task Status_TargetThatDoesNotRun_NamesItsSocket()
    {
        var run = await CliRun.Of(InDirectory, "status", "--instance", "main");

        Assert.Equal(3, run.ExitCode);
        Assert.Contains(Path.Combine(_directory, "main.sock"), run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task AuditShow_SeveralTargets_AsksWhich()
    {
        await File.WriteAllTextAsync(Path.Combine(_directory, "a.sock"), "");
        await File.WriteAllTextAsync(Path.Combine(_directory, "b.sock"), "");
        var run = await CliRun.Of(InDirectory, "audit", "show");

        Assert.Equal((3, "Name one with --instance: a, b"), (run.ExitCode, run.LastErrorLine));
    }

    private CliContext InDirectory(CliContext context) =>
        context with
        {
            EnvironmentVariable = name =>
                name is "RUNTIME_DIRECTORY" or "STATE_DIRECTORY" or "XDG_RUNTIME_DIR" ? _directory : null,
        };

    private async Task WriteAsync(string policy)
    {
        await File.WriteAllTextAsync(Path.Combine(_directory, "p.rgp"), policy);
        await File.WriteAllTextAsync(
            Config,
            """{ "RgPolicy": { "Targets": { "main": { "Policy": "p.rgp", "Connect": "postgres://a@h/d" } } } }"""
        );
    }
}
