namespace RgPolicy.Cli.Tests.Commands;

/// <summary>An answer that a constant of the host decides says for which target it holds.</summary>
public sealed class ProvedHostTests
{
    private const string Head =
        "language 1\npool p { cache 100%  cpu weight 1000 }\npool q { cache 10%, at least 2 ways  cpu weight 50 }\n";
    private const string Generic = "target `generic` (16 cores, 1 socket, 32 MiB of L3)";

    [Fact]
    public async Task Prove_ConstantOfTheHost_NamesTheTarget()
    {
        using var folder = Folder("plan.dop > host.cores", "plan.dop > 16");

        var equal = await folder.Run("prove", "equivalent", "a.rgp", "b.rgp");
        var never = await folder.Run("prove", "never", "a.rgp", "plan.dop = 8", "q");
        var json = await folder.Run("prove", "equivalent", "a.rgp", "b.rgp", "--output", "json");

        Assert.Equal((0, $"yes: proved for all queries on the {Generic}\n"), (equal.ExitCode, equal.Output));
        Assert.Equal((0, $"yes: proved for all queries on the {Generic}\n"), (never.ExitCode, never.Output));
        Assert.Equal(
            ("generic", false),
            (json.Json.GetProperty("target").GetString(), json.Json.GetProperty("every_host").GetBoolean())
        );
    }

    [Fact]
    public async Task Prove_ConstantOfTheHostInTheConditionAlone_NamesTheTarget()
    {
        using var folder = Folder("plan.dop > 20", "plan.dop > 20");

        var never = await folder.Run("prove", "never", "a.rgp", "plan.dop <= host.cores", "q");
        var elsewhere = await folder.Run("prove", "never", "a.rgp", "plan.dop <= 16", "q");

        Assert.Equal($"yes: proved for all queries on the {Generic}\n", never.Output);
        Assert.Equal("yes: proved for all queries\n", elsewhere.Output);
    }

    [Fact]
    public async Task Diff_ConstantOfTheHost_NamesTheTarget()
    {
        using var folder = Folder("plan.dop > host.cores", "plan.dop > 16");
        using var other = Folder("plan.dop > 15", "plan.dop > 16");

        var same = await folder.Run("diff", "a.rgp", "b.rgp");
        var differs = await other.Run("diff", "a.rgp", "b.rgp");
        var json = await other.Run("diff", "a.rgp", "b.rgp", "--output", "json");

        Assert.EndsWith(
            $"All this is for the {Generic}: facts of the host play a part, so ask with `--profile` "
                + "for each of your hosts.\n",
            same.Output,
            StringComparison.Ordinal
        );
        Assert.DoesNotContain("target", differs.Output, StringComparison.Ordinal);
        Assert.True(json.Json.GetProperty("every_host").GetBoolean());
    }

    [Fact]
    public async Task Prove_FactOfTheHostAsSignal_HasTheValueOfTheNamedTarget()
    {
        using var folder = Folder("plan.dop > 4 and host.cores = 64", "plan.dop > 4 and host.cores = 16");

        var anywhere = await folder.Run("prove", "never", "a.rgp", "plan.dop > 4", "q");
        var here = await folder.Run("prove", "never", "a.rgp", "plan.dop > 4", "q", "--profile", "generic");
        var other = await folder.Run("diff", "a.rgp", "b.rgp", "--profile", "generic");

        Assert.StartsWith("no: ", anywhere.Output, StringComparison.Ordinal);
        Assert.Contains("host.cores 64", anywhere.Output, StringComparison.Ordinal);
        Assert.Equal($"yes: proved for all queries on the {Generic}\n", here.Output);
        Assert.Contains("such as host.cores 16, plan.dop 5", other.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Prove_ConstantAndSignalOfTheHost_MeetInTheTargetsValue()
    {
        using var folder = Folder("host.cores > host.cores", "host.cores < 16");

        var equal = await folder.Run("prove", "equivalent", "a.rgp", "b.rgp");

        Assert.Equal($"yes: proved for all queries on the {Generic}\n", equal.Output);
    }

    private static TestFolder Folder(string one, string other) =>
        new TestFolder()
            .With("a.rgp", $"{Head}class a -> q when {one}\ndefault -> p\n")
            .With("b.rgp", $"{Head}class a -> q when {other}\ndefault -> p\n");
}
