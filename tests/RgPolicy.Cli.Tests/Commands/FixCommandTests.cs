namespace RgPolicy.Cli.Tests.Commands;

public sealed class FixCommandTests : IDisposable
{
    private const string Broken =
        "language 1\npool p { cache = 80% }\nclass a -> p when plan.shap == scan\ndefault -> p\n";

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Fix_SafeFixes_AreWrittenAndTheRestIsSaid()
    {
        var run = await _folder.With("p.rgp", Broken).Run("fix");

        Assert.Equal((2, ""), (run.ExitCode, run.Output));
        Assert.StartsWith("p.rgp: 2 fixes applied\nrgp: 1 error is left\n", run.Error, StringComparison.Ordinal);
        Assert.Contains(
            "plan.shap = scan",
            await File.ReadAllTextAsync(_folder.Path("p.rgp")),
            StringComparison.Ordinal
        );
    }

    [Fact]
    public async Task Fix_Unsafe_FixesNamesToo()
    {
        var run = await _folder.With("p.rgp", Broken).Run("fix", "--unsafe", "p.rgp");

        Assert.Equal(0, run.ExitCode);
        Assert.Equal(0, (await _folder.Run("lint", "p.rgp")).ExitCode);
    }

    [Fact]
    public async Task Fix_TestFile_IsRepairedAsOne()
    {
        var folder = _folder
            .With("p.rgp", "language 1\npool p { cache 100% }\ndefault -> p\n")
            .With("p.rgtest", "use \"p.rgp\"\ntest \"x\" { given { plan.shape 'scan' } expect class default }\n");

        Assert.Equal(0, (await folder.Run("fix", "p.rgtest")).ExitCode);
        Assert.Equal(
            "use \"p.rgp\"\ntest \"x\" { given { plan.shape scan } expect class default }\n",
            await File.ReadAllTextAsync(folder.Path("p.rgtest"))
        );
    }

    [Fact]
    public async Task Fix_DryRun_ShowsADifferenceAndWritesNothing()
    {
        var run = await _folder.With("p.rgp", Broken).Run("fix", "--dry-run");

        Assert.Contains("-pool p { cache = 80% }\n", run.Output, StringComparison.Ordinal);
        Assert.Contains("+pool p { cache 80% }\n", run.Output, StringComparison.Ordinal);
        Assert.Equal(Broken, await File.ReadAllTextAsync(_folder.Path("p.rgp")));
    }

    [Fact]
    public async Task Fix_NothingToFix_LeavesTheFileAlone()
    {
        var run = await _folder.With("p.rgp", Samples.Policy).Run("fix", "--output", "json");

        Assert.Equal(0, run.ExitCode);
        Assert.Equal(0, run.Json.GetProperty("files")[0].GetProperty("applied").GetInt32());
    }
}
