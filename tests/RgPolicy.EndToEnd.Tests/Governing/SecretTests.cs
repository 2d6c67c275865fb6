using System.Text.Json;
using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>
/// A marked password comes in by each way that there is, right and wrong, and is looked for in
/// everything that the service writes, serves and says; beside it runs a query whose application and text mean harm.
/// </summary>
[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
public sealed class SecretTests(ServerFixture fixture) : IClassFixture<ServerFixture>, IDisposable
{
    private const string Mark = "MarkedPassword17";
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    private readonly string _directory = Directory.CreateTempSubdirectory("rgp-secret-").FullName;

    private string Config => Path.Combine(_directory, "appsettings.json");

    public void Dispose() => Directory.Delete(_directory, recursive: true);

    [Theory]
    [InlineData("setting", "json")]
    [InlineData("environment", "text")]
    [InlineData("environment file", "json")]
    [InlineData("pgpass", "text")]
    public async Task Run_Password_IsInNothingThatIsWrittenOrServed(string way, string format)
    {
        await fixture.Server.ExecuteAsync(
            $"alter role {BenchRoles.Observer} password '{Mark}'",
            CancellationToken.None
        );
        await using var service = await StartAsync(way, format, Mark);
        Assert.True(await service.WaitForOutputAsync("Watching", Patience), service.Errors);
        await using (HostileQuery.Start(fixture.Server))
        {
            Assert.True(await ShownAsync(service), "the query is not shown");
            var served = await ServedAsync(service);
            AssertNoMark(served);
            Assert.DoesNotContain("<script>", served, StringComparison.OrdinalIgnoreCase);
        }

        await EndAsync(service);
    }

    [Theory]
    [InlineData("setting", "text")]
    [InlineData("environment", "json")]
    [InlineData("environment file", "text")]
    [InlineData("pgpass", "json")]
    public async Task Run_WrongPassword_IsToldOfButNotRepeated(string way, string format)
    {
        await fixture.Server.ExecuteAsync($"alter role {BenchRoles.Observer} password 'right'", CancellationToken.None);
        await using var service = await StartAsync(way, format, Mark);
        Assert.True(await service.WaitForOutputAsync("Not governed, tried again", Patience), service.Errors);
        AssertNoMark(await ServedAsync(service));
        await EndAsync(service);
    }

    private async Task<ChildProgram> StartAsync(string way, string format, string password)
    {
        var file = Path.Combine(_directory, "password");
        await File.WriteAllTextAsync(file, way == "pgpass" ? $"*:*:*:*:{password}\n" : password + "\n");
        File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        File.Copy(ProductFiles.Path("policies", "htap.rgp"), Path.Combine(_directory, "htap.rgp"), overwrite: true);
        await File.WriteAllTextAsync(
            Config,
            JsonSerializer.Serialize(
                new
                {
                    RgPolicy = new
                    {
                        Listen = "0",
                        Log = new
                        {
                            Format = format,
                            Verbose = "true",
                            File = "rgp.log",
                        },
                        RuntimeDirectory = "run",
                        StateDirectory = "state",
                        Targets = new
                        {
                            main = new
                            {
                                Policy = "htap.rgp",
                                Level = "advise",
                                Audit = "audit.jsonl",
                                PasswordFile = way == "setting" ? file : null,
                                Connect = fixture.Server.Cluster.Url(
                                    BenchRoles.Observer,
                                    BenchServer.Database,
                                    overTcp: true
                                ),
                            },
                        },
                    },
                }
            )
        );
        return ChildProgram.Start(
            ProductFiles.Rgp,
            ["service", "run", "--config", Config],
            new Dictionary<string, string?>(StringComparer.Ordinal)
            {
                ["RGPOLICY_PASSWORD"] = way == "environment" ? password : null,
                ["RGPOLICY_PASSWORD_FILE"] = way == "environment file" ? file : null,
                ["PGPASSFILE"] = way == "pgpass" ? file : null,
                ["RUNTIME_DIRECTORY"] = Path.Combine(_directory, "run"),
            }
        );
    }

    /// <summary>Everything that is served: pages, documents, metrics and what commands say.</summary>
    private async Task<string> ServedAsync(ChildProgram service)
    {
        var page = await PageAsync(service);
        using var client = new HttpClient { Timeout = Patience };
        var served = "";
        foreach (
            var path in new[]
            {
                "/",
                "/targets/main/",
                "/targets/main/policy",
                "/targets/main/host",
                "/targets/main/effect",
                "/targets/main/past",
                "/api/v1/targets/main/status",
                "/metrics",
            }
        )
        {
            var text = await client.GetStringAsync(new Uri(page, path));
            // JSON shows a mark of HTML as it is; what shows it must escape it.
            served += path.StartsWith("/api", StringComparison.Ordinal)
                ? text.Replace("<script>", "", StringComparison.Ordinal)
                : text;
        }

        foreach (
            var command in new[]
            {
                "status",
                "status --output json",
                "service check --config " + Config,
                "service check --output json --config " + Config,
            }
        )
        {
            var (_, output, errors) = await ChildProgram.RunAsync(
                ProductFiles.Rgp,
                command.Split(' '),
                Patience,
                new Dictionary<string, string?>(StringComparer.Ordinal)
                {
                    ["RUNTIME_DIRECTORY"] = Path.Combine(_directory, "run"),
                }
            );
            served += (output + errors).Replace("<script>", "", StringComparison.Ordinal);
        }

        return served;
    }

    private static async Task<Uri> PageAsync(ChildProgram service)
    {
        Assert.True(await service.WaitForOutputAsync("http://127.0.0.1:", Patience), service.Errors);
        var line = service
            .Errors.Split('\n')
            .First(each => each.Contains("http://127.0.0.1:", StringComparison.Ordinal));
        return new Uri(line[line.IndexOf("http://", StringComparison.Ordinal)..].Split('"', '\\', ' ')[0].Trim());
    }

    private static async Task<bool> ShownAsync(ChildProgram service)
    {
        var status = new Uri(await PageAsync(service), "/api/v1/targets/main/status");
        using var client = new HttpClient { Timeout = Patience };
        for (var clock = System.Diagnostics.Stopwatch.StartNew(); clock.Elapsed < Patience; await Task.Delay(200))
        {
            if ((await client.GetStringAsync(status)).Contains("<script>x", StringComparison.Ordinal))
                return true;
        }

        return false;
    }

    private async Task EndAsync(ChildProgram service)
    {
        await service.InterruptAsync(Patience);
        AssertNoMark(service.Output + service.Errors);
        Assert.DoesNotContain('\u001b', service.Errors);
        foreach (
            var file in Directory
                .EnumerateFiles(_directory, "*", SearchOption.AllDirectories)
                .Where(each => Path.GetFileName(each) != "password")
        )
        {
            AssertNoMark(await File.ReadAllTextAsync(file));
            // A database has bytes that are no text.
            if (!file.EndsWith(".minutes", StringComparison.Ordinal))
                Assert.DoesNotContain('\u001b', await File.ReadAllTextAsync(file));
        }
    }

    private static void AssertNoMark(string text) =>
        Assert.DoesNotContain(Mark, text, StringComparison.OrdinalIgnoreCase);
}
