namespace RgPolicy.Cli.Tests.Connections;

/// <summary>Somebody writes a password where none belongs: it is refused, and not repeated by anything
/// that is said about it.</summary>
public sealed class SecretTests : IDisposable
{
    private const string Mark = "MarkedPassword17";

    private static readonly string[] Connections =
    [
        $"postgres://a:{Mark}@h/d",
        $"postgres://a%3A{Mark}@h/d",
        $"postgres://a:x:{Mark}@h/d",
        $"postgres://a:x@{Mark}@h/d",
        $"postgres://a@h/d?password={Mark}",
        $"postgres://a@h/d?PGPASSWORD={Mark}",
        $"postgres://a@h/d?{Mark}",
        $"postgres://a@h/d?sslmode={Mark}",
        $"postgres://a@h:{Mark}/d",
        $"mysql://a:{Mark}@h/d",
        $"mysql://a:x:{Mark}@h/d",
        $"Server=h;User=a;Password={Mark}",
        $"host=h password={Mark}",
        Mark,
        $"sqlserver://a:{Mark}@h",
        $"sqlserver://a%3A{Mark}@h",
        $"sqlserver://a@h?password={Mark}",
        $"sqlserver://a@h?{Mark}",
        $"sqlserver://a@h?encrypt={Mark}",
        $"sqlserver://a@h:{Mark}",
        $"{Mark}://h/d?x=://",
    ];

    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-secret-").FullName;

    public static TheoryData<string, string> Everywhere()
    {
        var data = new TheoryData<string, string>();
        foreach (var connection in Connections)
        {
            foreach (
                var command in new[]
                {
                    "service check",
                    "service check --output json",
                    "service run",
                    "run p.rgp --server *",
                    "record --out r --server *",
                    "doctor --server *",
                    "why --policy p.rgp --pid 4 --server *",
                    "plan p.rgp --server *",
                    "drift p.rgp --server *",
                    "apply p.rgp --yes --server *",
                    "import --server *",
                    "rollback --server *",
                }
            )
                data.Add(command, connection);
        }

        return data;
    }

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    [Theory]
    [MemberData(nameof(Everywhere))]
    public async Task Command_PasswordInTheConnection_IsNotRepeated(string command, string connection)
    {
        var config = Path.Combine(_directory, "appsettings.json");
        await File.WriteAllTextAsync(
            config,
            "{\"RgPolicy\":{\"Targets\":{\"t\":{\"Policy\":\"p.rgp\",\"Connect\":\"" + connection + "\"}}}}"
        );
        await File.WriteAllTextAsync(
            Path.Combine(_directory, "p.rgp"),
            "language 1\npool a { cpu weight 100 }\ndefault -> a\n"
        );
        var words = command.Split(' ').Select(word => word == "*" ? connection : word);
        var run = await CliRun.Of(
            context => context with { WorkingDirectory = _directory },
            [.. words, .. command.StartsWith("service", StringComparison.Ordinal) ? new[] { "--config", config } : []]
        );

        Assert.NotEqual(0, run.ExitCode);
        Assert.DoesNotContain(Mark, run.Output + run.Error, StringComparison.OrdinalIgnoreCase);
    }
}
