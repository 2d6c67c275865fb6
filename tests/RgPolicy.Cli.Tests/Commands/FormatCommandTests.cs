namespace RgPolicy.Cli.Tests.Commands;

public sealed class FormatCommandTests : IDisposable
{
    private const string Untidy = "language 1\npool p {cache 100%}\n\n\n\ndefault->p\n";
    private const string Tidy = "language 1\npool p { cache 100% }\n\ndefault -> p\n";

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Fmt_Folder_WritesInPlaceAndNamesWhatChanged()
    {
        _folder.With("a.rgp", Untidy).With("b.rgp", Tidy).With("t.rgtest", "use   'a.rgp'\n").With("c.txt", Untidy);

        var run = await _folder.Run("fmt");

        Assert.Equal((0, "a.rgp\nt.rgtest\n", ""), (run.ExitCode, run.Output, run.Error));
        Assert.Equal(Tidy, await File.ReadAllTextAsync(_folder.Path("a.rgp")));
        Assert.Equal("use 'a.rgp'\n", await File.ReadAllTextAsync(_folder.Path("t.rgtest")));
        Assert.Equal(Untidy, await File.ReadAllTextAsync(_folder.Path("c.txt")));
        Assert.Equal("", (await _folder.Run("fmt")).Output);
    }

    [Fact]
    public async Task Fmt_Check_WritesNothingAndEndsWithOne()
    {
        _folder.With("a.rgp", Untidy);

        var run = await _folder.Run("fmt", "--check");

        Assert.Equal((1, "a.rgp\n"), (run.ExitCode, run.Output));
        Assert.Equal(Untidy, await File.ReadAllTextAsync(_folder.Path("a.rgp")));
        Assert.Equal(0, (await _folder.With("a.rgp", Tidy).Run("fmt", "--check", "a.rgp")).ExitCode);
    }

    [Fact]
    public async Task Fmt_Diff_ShowsWhatPatchCanApply()
    {
        var run = await _folder.With("a.rgp", Untidy).Run("fmt", "--diff", "a.rgp");

        Assert.Equal(0, run.ExitCode);
        Assert.Equal(
            "--- a/a.rgp\n+++ b/a.rgp\n@@ -1,6 +1,4 @@\n language 1\n-pool p {cache 100%}\n+pool p { cache 100% }\n "
                + "\n-\n-\n-default->p\n+default -> p\n",
            run.Output
        );
        Assert.Equal(Untidy, await File.ReadAllTextAsync(_folder.Path("a.rgp")));
        Assert.Equal(1, (await _folder.Run("fmt", "--diff", "--check")).ExitCode);
    }

    [Fact]
    public async Task Fmt_StandardInput_GoesToStandardOutput()
    {
        var run = await CliRun.Of(context => context with { Input = CliRun.Input("\uFEFF" + Untidy) }, "fmt", "-");

        Assert.Equal((0, Tidy), (run.ExitCode, run.Output));
    }

    [Fact]
    public async Task Fmt_FileThatDoesNotParse_IsLeftAsItIs()
    {
        _folder.With("bad.rgp", "pool p {\n").With("a.rgp", Untidy);

        var run = await _folder.Run("fmt");

        Assert.Equal((2, "a.rgp\n"), (run.ExitCode, run.Output));
        Assert.Contains("RG1006", run.Error, StringComparison.Ordinal);
        Assert.Equal("pool p {\n", await File.ReadAllTextAsync(_folder.Path("bad.rgp")));
        Assert.Equal(1, (await _folder.Run("fmt", "--check")).ExitCode);
    }

    [Fact]
    public async Task Fmt_Json_SaysWhatChanged()
    {
        var run = await _folder.With("a.rgp", Untidy).Run("fmt", "--check", "--output", "json");

        Assert.Equal("schema files", CliRun.Fields(run.Json));
        Assert.True(run.Json.GetProperty("files")[0].GetProperty("changed").GetBoolean());
    }
}
