using System.Text.Json;
using RgPolicy.Testing.SqlServer.Servers;
using RgPolicy.Testing.Stack;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>An edition without Resource Governor is never told to be as the policy says.</summary>
public sealed class SqlServerEditionTests : IDisposable
{
    private const string Policy = "language 1\npool slow { cpu cap 30%  maxdop 2 }\ndefault -> slow\n";
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(90);

    private readonly string _folder = Directory.CreateTempSubdirectory("rgp-edition-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [PlayedServerTheory]
    [InlineData(2019, "standard", 11)]
    [InlineData(2022, "express", 11)]
    [InlineData(2025, "web", 11)]
    [InlineData(2022, "enterprise", 1)]
    [InlineData(2025, "standard", 1)]
    public async Task Drift_EditionsWithAndWithoutResourceGovernor_SayWhetherAnythingIsEnforced(
        int release,
        string edition,
        int exitCode
    )
    {
        await using var server = await TestServer.StartAsync(release, edition);
        var policy = Path.Combine(_folder, "policy.rgp");
        await File.WriteAllTextAsync(policy, Policy);

        var (code, output, errors) = await DriftAsync(server, policy);
        var (_, json, _) = await DriftAsync(server, policy, "--output", "json");

        Assert.True(code == exitCode, output + errors);
        Assert.DoesNotContain("as the policy says", output, StringComparison.Ordinal);
        Assert.Equal(exitCode == 11, output.Contains("Nothing of the policy is enforced", StringComparison.Ordinal));
        Assert.Equal(exitCode == 11, JsonDocument.Parse(json).RootElement.TryGetProperty("unsupported", out _));
    }

    [PlayedServerTheory]
    [InlineData(2016, "standard")]
    public async Task Apply_EditionWithoutResourceGovernor_SaysThatNothingIsEnforced(int release, string edition)
    {
        await using var server = await TestServer.StartAsync(release, edition);
        var policy = Path.Combine(_folder, "policy.rgp");
        await File.WriteAllTextAsync(policy, Policy);

        var (code, output, errors) = await RgpAsync(server, "apply", policy, "--yes");

        Assert.True(code == 11, output + errors);
        Assert.DoesNotContain("as it should be", output, StringComparison.Ordinal);
        Assert.Contains("nothing of the policy is enforced", output, StringComparison.Ordinal);
    }

    private Task<(int ExitCode, string Output, string Errors)> DriftAsync(
        TestServer server,
        string policy,
        params string[] more
    ) => RgpAsync(server, "drift", policy, more);

    private Task<(int ExitCode, string Output, string Errors)> RgpAsync(
        TestServer server,
        string command,
        string policy,
        params string[] more
    ) =>
        ChildProgram.RunAsync(
            ProductFiles.Rgp,
            [command, policy, "--server", server.Administrator.Target, "--journal", _folder, .. more],
            Patience,
            new Dictionary<string, string?>(StringComparer.Ordinal)
            {
                ["RGPOLICY_PASSWORD"] = server.AdministratorPassword,
            }
        );
}
