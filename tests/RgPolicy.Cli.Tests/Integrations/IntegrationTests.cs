using System.Diagnostics;

namespace RgPolicy.Cli.Tests.Integrations;

/// <summary>What the integrations with git and CI run is run here: their own scripts, with the built rgp.</summary>
public sealed class IntegrationTests : IDisposable
{
    private const string Good = "language 1\n\npool p { cache 100% }\n\ndefault -> p\n";
    private const string Bad = "language 1\n\npool p { cache 100% }\n\ndefault -> q\n";
    private const string Unstyled = "language 1\npool p {cache 100%}\ndefault->p\n";
    private const string Tests = "use \"p.rgp\"\n\ntest \"x\" { expect class default }\n";
    private const string FailingTests = "use \"p.rgp\"\n\ntest \"x\" { expect class default, line 1 }\n";

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(Good, Tests, 0)]
    [InlineData(Bad, Tests, 1)]
    [InlineData(Unstyled, Tests, 1)]
    [InlineData(Good, FailingTests, 1)]
    public void GitHook_StagedPolicies_AreChecked(string policy, string tests, int exitCode)
    {
        _folder.With("p.rgp", policy).With("p.rgtest", tests);
        Git("init", "-q");
        Git("add", ".");
        _folder.With("p.rgp", exitCode == 0 ? Bad : Good); // Not staged: not what is committed.

        var run = Run("sh", [Path.Combine(RepositoryRoot.Path, "tools", "integrations", "pre-commit")]);

        Assert.True((run.ExitCode == 0) == (exitCode == 0), run.Output);
    }

    [Fact]
    public void GitHook_NoPolicyStaged_IsSilent()
    {
        _folder.With("p.txt", "x");
        Git("init", "-q");
        Git("add", ".");

        var run = Run("sh", [Path.Combine(RepositoryRoot.Path, "tools", "integrations", "pre-commit")]);

        Assert.Equal((0, ""), run);
    }

    [Theory]
    [InlineData(Good, Tests, "000")]
    [InlineData(Bad, Tests, "101")]
    [InlineData(Unstyled, Tests, "010")]
    [InlineData(Good, FailingTests, "001")]
    public void GithubAction_EachStep_EndsAsItsCommand(string policy, string tests, string failed)
    {
        _folder.With("p.rgp", policy).With("p.rgtest", tests);
        var steps = GithubScripts();

        var ends = steps.Select(step =>
            Run("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", step]).ExitCode == 0 ? '0' : '1'
        );

        Assert.Equal(failed, string.Concat(ends));
        Assert.Contains("\"2.1.0\"", File.ReadAllText(_folder.Path("out.sarif")), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(Good, 0)]
    [InlineData(Bad, 1)]
    public void GitlabJob_Script_EndsAsItsCommands(string policy, int exitCode)
    {
        _folder.With("p.rgp", policy).With("p.rgtest", Tests);

        var run = Run("sh", ["-ec", GitlabScript()]);

        Assert.True((run.ExitCode == 0) == (exitCode == 0), run.Output);
        Assert.Contains("<testsuites", File.ReadAllText(_folder.Path("rgpolicy-lint.xml")), StringComparison.Ordinal);
        Assert.Contains("<testsuites", File.ReadAllText(_folder.Path("rgpolicy-tests.xml")), StringComparison.Ordinal);
        using var quality = System.Text.Json.JsonDocument.Parse(
            File.ReadAllText(_folder.Path("rgpolicy-codequality.json"))
        );
        Assert.Equal(
            exitCode != 0,
            quality.RootElement.EnumerateArray().Any(each => each.GetProperty("severity").GetString() == "critical")
        );
    }

    [Theory]
    [InlineData(Good, Tests, "000")]
    [InlineData(Bad, Tests, "101")]
    [InlineData(Unstyled, Tests, "010")]
    [InlineData(Good, FailingTests, "001")]
    public void AzureSteps_EachStep_EndsAsItsCommand(string policy, string tests, string failed)
    {
        _folder.With("p.rgp", policy).With("p.rgtest", tests);
        var steps = Lines("tools", "integrations", "azure", "rgpolicy.azure-pipelines.yml")
            .Where(line => line.StartsWith("  - bash: ", StringComparison.Ordinal))
            .Select(line => line["  - bash: ".Length..]);

        var runs = steps.Select(step => Run("bash", ["--noprofile", "--norc", "-c", step])).ToList();

        Assert.Equal(failed, string.Concat(runs.Select(run => run.ExitCode == 0 ? '0' : '1')));
        Assert.Equal(
            failed[0] == '1',
            runs[0]
                .Output.Contains(
                    "##vso[task.logissue type=error;sourcepath=p.rgp;linenumber=5;",
                    StringComparison.Ordinal
                )
        );
    }

    [Theory]
    [InlineData("", "0000")]
    [InlineData("generic", "1111")]
    [InlineData("generic other.json", "1111")]
    public void Samples_Targets_AreThoseNamedOrOfTheSettings(string targets, string found)
    {
        // Only PostgreSQL's profiles do not hold the queue; without a target another server's setting is not told.
        _folder
            .With("p.rgp", "language 1\n\npool p { concurrency 4 }\n\ndefault -> p\n")
            .With("p.rgtest", Tests)
            .With("other.json", """{ "name": "other", "dbms_kind": "postgresql" }""");
        var azure = Lines("tools", "integrations", "azure", "rgpolicy.azure-pipelines.yml")
            .First(line => line.StartsWith("  - bash: ", StringComparison.Ordinal));
        string[] scripts = [GithubScripts()[0], GitlabScript(), azure["  - bash: ".Length..]];

        var runs = scripts.Select(script => Run("bash", ["--noprofile", "--norc", "-c", script], targets)).ToList();

        var told = runs.Select(run => run.Output).Append(File.ReadAllText(_folder.Path("rgpolicy-lint.xml"))).ToList();
        told[1] = File.ReadAllText(_folder.Path("rgpolicy-codequality.json"));
        Assert.Equal(
            found,
            string.Concat(told.Select(text => text.Contains("concurrency 4", StringComparison.Ordinal) ? '1' : '0'))
        );
        Assert.All(runs, run => Assert.Equal(0, run.ExitCode));
    }

    [Fact]
    public void Samples_StyleAndTests_RunWhereLintFails()
    {
        var steps = Lines("tools", "integrations", "github", "action.yml");

        Assert.Equal(2, steps.Count(line => line.Trim() == "if: ${{ !cancelled() }}"));
        Assert.Equal(
            3,
            Lines("tools", "integrations", "azure", "rgpolicy.azure-pipelines.yml")
                .Count(line => line.Trim() == "condition: succeededOrFailed()")
        );
    }

    [Theory]
    [InlineData(Good, 0)]
    [InlineData(Bad, 1)]
    public void PreCommitHooks_Entries_AreCommands(string policy, int exitCode)
    {
        _folder.With("p.rgp", policy).With("p.rgtest", Tests);
        var entries = Lines(".pre-commit-hooks.yaml")
            .Where(line => line.StartsWith("  entry: ", StringComparison.Ordinal))
            .Select(line => line["  entry: ".Length..] + " p.rgp p.rgtest")
            .ToList();

        var run = Run("sh", ["-ec", string.Join('\n', entries)]);

        Assert.Equal(3, entries.Count);
        Assert.True((run.ExitCode == 0) == (exitCode == 0), run.Output);
    }

    // The text below each `run: |`, as the action's shell gets it.
    private static List<string> GithubScripts()
    {
        const string Indent = "        ";
        var lines = Lines("tools", "integrations", "github", "action.yml");
        return
        [
            .. from index in Enumerable.Range(0, lines.Length)
            where lines[index].Trim() == "run: |"
            select string.Join(
                '\n',
                lines
                    .Skip(index + 1)
                    .TakeWhile(text => text.StartsWith(Indent, StringComparison.Ordinal))
                    .Select(text => text[Indent.Length..])
            ),
        ];
    }

    private static string GitlabScript() =>
        string.Join(
            '\n',
            Lines("tools", "integrations", "gitlab", "rgpolicy.gitlab-ci.yml")
                .Where(line =>
                    line.StartsWith("    - rgp ", StringComparison.Ordinal)
                    || line.StartsWith("    - exit ", StringComparison.Ordinal)
                )
                .Select(line => line["    - ".Length..])
        );

    private static string[] Lines(params string[] path) =>
        File.ReadAllLines(Path.Combine([RepositoryRoot.Path, .. path]));

    private void Git(params string[] arguments) => Assert.Equal(0, Run("git", arguments).ExitCode);

    private (int ExitCode, string Output) Run(string program, IEnumerable<string> arguments, string targets = "generic")
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            WorkingDirectory = _folder.Root,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
            UseShellExecute = false,
        };
        var rgp = Path.Combine(AppContext.BaseDirectory, "rgp");
        start.Environment["PATH"] = $"{AppContext.BaseDirectory}:{start.Environment["PATH"]}";
        foreach (
            var (name, value) in new[]
            {
                ("RGP", rgp),
                ("PATHS", "p.rgp p.rgtest"),
                ("FAIL_LEVEL", "error"),
                ("CHANGED_SINCE", ""),
                ("SARIF_FILE", "out.sarif"),
                ("TARGET", targets),
                ("RGPOLICY_PATHS", "p.rgp p.rgtest"),
                ("RGPOLICY_TARGET", targets),
                ("RGPOLICY_FAIL_LEVEL", "error"),
            }
        )
            start.Environment[name] = value;

        using var process = Process.Start(start) ?? throw new InvalidOperationException(program);
        var error = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, output + error.Result);
    }
}
