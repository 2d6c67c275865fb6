using System.Diagnostics;

namespace RgPolicy.Cli.Tests.Commands;

/// <summary>Reports of what is new: against a baseline, and since a git revision.</summary>
public sealed class LintNarrowTests : IDisposable
{
    private const string Old = "language 1\npool p { cache 100% }\npool old { cache 50% }\ndefault -> p\n";

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Lint_Baseline_ReportsOnlyWhatIsNew()
    {
        await _folder.With("p.rgp", Old).Run("lint", "p.rgp", "--output", "json", "--out", "base.json");
        var same = await _folder
            .With("p.rgp", "// moved\n\n" + Old)
            .Run("lint", "./p.rgp", "--baseline", "base.json", "--fail-level", "warning");

        Assert.Equal((0, "1 file: 1 known from the baseline\n"), (same.ExitCode, same.Output));

        _folder.With("p.rgp", Old.Replace("default", "pool young { }\ndefault", StringComparison.Ordinal));
        var more = await _folder.Run(
            "lint",
            "p.rgp",
            "--baseline",
            "base.json",
            "--fail-level",
            "warning",
            "--output",
            "compact"
        );

        Assert.Equal(1, more.ExitCode);
        Assert.Equal(
            "p.rgp:4:6: warning RG3010 No class and no rule uses the pool `young`: remove it, or name it in a class.\n",
            more.Output
        );
    }

    [Theory]
    [InlineData("gone.json", null)]
    [InlineData("bad.json", "{")]
    [InlineData("other.json", "{\"schema\":\"rgp/test/1\"}")]
    public async Task Lint_BaselineThatIsNone_SaysHowToMakeOne(string name, string? content)
    {
        _folder.With("p.rgp", Old);
        if (content is not null)
            _folder.With(name, content);

        var run = await _folder.Run("lint", "--baseline", name);

        Assert.Equal(2, run.ExitCode);
        Assert.StartsWith("A baseline is an earlier report", run.LastErrorLine, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Lint_ChangedSince_ReportsNewFindingsAndChangedLines()
    {
        _folder.With("same.rgp", Old).With("changed.rgp", Old).With("sub/touched.rgp", Old);
        await GitAsync("init", "-q");
        await GitAsync("add", ".");
        await GitAsync("-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "-m", "first");
        _folder
            .With("changed.rgp", Old.Replace("default -> p", "pool young { }\ndefault -> p", StringComparison.Ordinal))
            .With(
                "sub/touched.rgp",
                Old.Replace("pool old { cache 50% }", "pool old { cache 40% }", StringComparison.Ordinal)
            )
            .With("added.rgp", Old);

        var run = await _folder.Run("lint", "--changed-since", "HEAD", "--output", "compact");

        Assert.Equal(
            "added.rgp:3:6 changed.rgp:4:6 sub/touched.rgp:3:6",
            string.Join(
                ' ',
                run.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries)
                    .Select(line => line[..line.IndexOf(": ", StringComparison.Ordinal)])
            )
        );
    }

    [Fact]
    public async Task Lint_ChangedSinceRemoval_ReportsWhatItCausesElsewhere()
    {
        const string used =
            "language 1\npool p { cache 100% }\npool q { cache 50% }\nclass a -> q when plan.writes\ndefault -> p\n";
        _folder.With("p.rgp", used);
        await GitAsync("init", "-q");
        await GitAsync("add", ".");
        await GitAsync("-c", "user.name=t", "-c", "user.email=t@example.org", "commit", "-q", "-m", "first");
        _folder.With("p.rgp", used.Replace("class a -> q when plan.writes\n", "", StringComparison.Ordinal));

        var run = await _folder.Run("lint", "--changed-since", "HEAD", "--fail-level", "warning");

        Assert.Equal(1, run.ExitCode);
        Assert.Contains("RG3010", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Lint_ChangedSinceUnknownRevision_IsMisuse()
    {
        _folder.With("p.rgp", Old);
        await GitAsync("init", "-q");

        var run = await _folder.Run("lint", "--changed-since", "--output=x");

        Assert.Equal(2, run.ExitCode);
        Assert.Equal(2, (await _folder.Run("lint", "--changed-since", "nothing")).ExitCode);
    }

    private async Task GitAsync(params string[] arguments)
    {
        using var git = Process.Start(
            new ProcessStartInfo("git", arguments) { WorkingDirectory = _folder.Root, UseShellExecute = false }
        );
        Assert.NotNull(git);
        await git.WaitForExitAsync();
        Assert.Equal(0, git.ExitCode);
    }
}
