namespace RgPolicy.Cli.Tests.Commands;

/// <summary>A difference between large policies is found and told in a bounded way.</summary>
public sealed class DiffBoundTests : IDisposable
{
    private static readonly string[] Zones =
    [
        "Europe/Berlin",
        "America/New_York",
        "Asia/Tokyo",
        "Australia/Sydney",
        "Pacific/Auckland",
        "America/Los_Angeles",
    ];

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task Diff_ManyStatementsOfAKind_ShowsTheFirstAndCountsTheRest()
    {
        _folder.With("old.rgp", Pools(300, 100)).With("new.rgp", Pools(300, 200));

        var text = await _folder.Run("diff", "old.rgp", "new.rgp");
        var json = (await _folder.Run("diff", "old.rgp", "new.rgp", "--output", "json")).Json;

        Assert.Contains("\nand 200 more pools\n", text.Output, StringComparison.Ordinal);
        Assert.Contains("statements that change: 300 pools", text.Output, StringComparison.Ordinal);
        Assert.Equal(100, json.GetProperty("changes").GetArrayLength());
        Assert.Equal(200, json.GetProperty("omitted").GetProperty("pool").GetInt32());
        Assert.Equal(300, json.GetProperty("counts").GetProperty("pool").GetInt32());
    }

    [Fact]
    public async Task Diff_OneEditAmongHundredsOfWindowsInMixedZones_IsProvedToBeTheOnlyOne()
    {
        _folder
            .With("old.rgp", Windows(150, 1))
            .With(
                "new.rgp",
                Windows(150, 1).Replace("plan.rows > 9990 ", "plan.rows > 9991 ", StringComparison.Ordinal)
            );

        var run = await _folder.Run("diff", "old.rgp", "new.rgp");

        Assert.Contains("class c10 -> ", run.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("class c9 ->", run.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("not proved", run.Output, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Diff_AllOfHundredsOfWindowsChange_IsTold()
    {
        _folder.With("old.rgp", Windows(60, 1)).With("new.rgp", Windows(60, 2));

        var run = await _folder.Run("diff", "old.rgp", "new.rgp");

        Assert.Equal(0, run.ExitCode);
        Assert.InRange(run.Output.Length, 1_000, 200_000);
        Assert.All(run.Output.Split('\n'), line => Assert.InRange(line.Length, 0, 1_000));
        Assert.Contains(" more regions\n", run.Output, StringComparison.Ordinal);
    }

    private static string Pools(int count, int weight) =>
        "language 1\n"
        + string.Concat(
            Enumerable
                .Range(0, count)
                .Select(index => FormattableString.Invariant($"pool p{index} {{ cpu weight {weight + index} }}\n"))
        )
        + "default -> p0\n";

    private static string Windows(int count, int step) =>
        "language 1\npool p { cpu weight 100 }\npool q { cpu weight 50 }\n"
        + string.Concat(
            Enumerable
                .Range(0, count)
                .Select(index =>
                    Window(index, index * step)
                    + string.Create(
                        CultureInfo.InvariantCulture,
                        $"class c{index} -> {(index % 2 == 0 ? 'p' : 'q')} when plan.rows > {10_000 - index} and "
                            + $"during w{index}\n"
                    )
                )
        )
        + "default -> q\n";

    private static string Window(int index, int shift) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"window w{index} = mon..fri "
                + $"{(index + shift) % 24:00}:{index % 60:00}..{((index * 7) + shift + 9) % 24:00}:{index * 11 % 60:00} \"{Zones[index % Zones.Length]}\"\n"
        );
}
