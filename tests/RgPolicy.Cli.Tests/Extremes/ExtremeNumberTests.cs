namespace RgPolicy.Cli.Tests.Extremes;

/// <summary>Whatever numbers a policy has, every command ends with a finding or an answer.</summary>
public sealed class ExtremeNumberTests
{
    private static readonly int Policies = int.Parse(
        Environment.GetEnvironmentVariable("RGPOLICY_EXTREMES") ?? "40",
        System.Globalization.CultureInfo.InvariantCulture
    );

    private const string Head =
        "language 1\npool p { cache 100%  cpu weight 1000 }\npool q { cache 10%, at least 2 ways  cpu weight 50 }\n";

    [Fact]
    public async Task EveryCommand_DrawnNumbers_NeverFailsInside()
    {
        using var folder = new TestFolder();
        for (var seed = 0; seed < Policies; seed++)
        {
            var drawn = new ExtremePolicy(new Random(20_000 + seed));
            folder
                .With("a.rgp", drawn.Text())
                .With("b.rgp", drawn.Text())
                .With("c.rgp", $"{Head}class a -> q when {drawn.Question()}\ndefault -> p\n");
            folder
                .With("d.rgp", $"{Head}class a -> q when {drawn.Question()}\ndefault -> p\n")
                .With("e.jsonl", "{\"plan.rows\":79228162514264337593543950335}\n");
            foreach (var command in Commands(drawn.Question()))
            {
                var run = await folder.Run(command);

                Assert.True(
                    run.ExitCode is 0 or 1 or 2,
                    $"seed {seed}, {string.Join(' ', command)}: {run.ExitCode}\n{run.Error}\n{string.Join("\n", "abcd".Select(name => File.ReadAllText(folder.Path(name + ".rgp"))))}"
                );
                Assert.DoesNotContain("went wrong", run.Error, StringComparison.Ordinal);
            }
        }
    }

    [Theory]
    [InlineData("plan.working_set > 100000000000000000000 TiB", "at most 10^24 bytes")]
    [InlineData("plan.working_set < -100000000000000000000 TiB", "at most 10^24 bytes")]
    [InlineData("plan.rows in (1, 1000000000000000000000000 + 1)", "at most 10^24")]
    [InlineData("request.elapsed between 1 s and 1000000000000 d * 10", "at most 10^15 seconds")]
    [InlineData("host.cpu.pressure > 10%* 1000000000000001", "at most 10^15 %")]
    [InlineData("host.memory.bandwidth > 1000 TB/s + 1 B/s", "at most 10^15 bytes per second")]
    [InlineData("plan.cost > 0.0000001", "at most 6 decimals")]
    [InlineData("request.elapsed > 0.0001 ms", "at most 6 decimals in seconds")]
    [InlineData("plan.cost > 1 / 1000001", "denominator is at most 1000000")]
    public async Task Lint_ConstantBeyondWhatValuesHave_IsToldWhereItStands(string condition, string message)
    {
        using var folder = new TestFolder().With("a.rgp", $"{Head}class a -> q when {condition}\ndefault -> p\n");

        var run = await folder.Run("lint", "a.rgp");

        Assert.Equal(1, run.ExitCode);
        Assert.Contains("RG2006", run.Output, StringComparison.Ordinal);
        Assert.Contains(message, run.Output, StringComparison.Ordinal);
        Assert.Contains(" --> a.rgp:4:", run.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("plan.cost 0.00000000000000000000000000001", "at most 28 digits")]
    [InlineData("request.elapsed 1 s / 3", "at most 28 digits in seconds")]
    [InlineData("plan.rows 10000000000000000000000000000", "below 10^28")]
    public async Task Test_GivenValueThatWouldBeCut_IsToldWhereItStands(string given, string message)
    {
        using var folder = new TestFolder().With(
            "a.rgp",
            $"{Head}class a -> q when plan.rows > 5\ndefault -> p\ntest \"t\" {{ given {given} expect "
                + "class default }\n"
        );

        var run = await folder.Run("lint", "a.rgp");

        Assert.Equal(1, run.ExitCode);
        Assert.Contains("RG2002", run.Output, StringComparison.Ordinal);
        Assert.Contains(message, run.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("plan.rows > 1000000000000000000000000", "plan.rows > 999999999999999999999999")]
    [InlineData("plan.cost > 1000000000000000", "plan.cost > 999999999999999.999999")]
    [InlineData("plan.cost > 333333 / 1000000", "plan.cost > 333332 / 999999")]
    [InlineData("request.elapsed < 1 s / 999999", "request.elapsed < 0.001 ms")]
    public async Task Prove_NeighboursAtTheLimits_GivesASampleThatDiffers(string one, string other)
    {
        using var folder = new TestFolder()
            .With("a.rgp", $"{Head}class a -> q when {one}\ndefault -> p\n")
            .With("b.rgp", $"{Head}class a -> q when {other}\ndefault -> p\n");

        var run = await folder.Run("prove", "equivalent", "a.rgp", "b.rgp");

        Assert.Equal(1, run.ExitCode);
        Assert.StartsWith("no", run.Output, StringComparison.Ordinal);
    }

    private static string[][] Commands(string question) =>
        [
            ["lint", "a.rgp"],
            ["lint", "c.rgp"],
            ["test", "a.rgp"],
            ["diff", "a.rgp", "b.rgp"],
            ["diff", "c.rgp", "d.rgp"],
            ["prove", "equivalent", "c.rgp", "d.rgp"],
            ["prove", "never", "c.rgp", question, "q"],
            ["compile", "a.rgp", "--profile", "generic"],
            ["classify", "--policy", "c.rgp", "--input", "e.jsonl"],
            ["fmt", "a.rgp"],
            ["fix", "a.rgp"],
        ];
}
