using RgPolicy.Language.Checking;
using RgPolicy.Language.Formatting;
using RgPolicy.Language.Targets;
using RgPolicy.Testing;

namespace RgPolicy.Language.Tests.Parsing;

/// <summary>Texts that are made to cost time or memory: each ends with findings or a policy, within bounds.</summary>
public sealed class HostileTests
{
    private const int Size = 9_900_000;

    // Longer lists are read in time too; what the analyses of one cost is measured with the analyses.
    private const int LongList = 200;
    private const int LongText = 1_000_000;
    private const long Megabyte = 1024 * 1024;

    // Generous, for slow machines; without a bound these run for minutes or forever.
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(30);

    public static TheoryData<string> Names() => [.. Texts.Keys];

    private static readonly Dictionary<string, Func<string>> Texts = new(StringComparer.Ordinal)
    {
        ["one line of letters"] = () => new string('a', Size),
        ["one line of blanks"] = () => new string(' ', Size),
        ["line ends"] = () => new string('\n', Size),
        ["carriage returns"] = () => new string('\r', Size),
        ["NUL"] = () => new string('\0', Size),
        ["lone surrogates"] = () => new string('\uD800', Size),
        ["byte-order marks"] = () => new string('\uFEFF', Size),
        ["open quotes"] = () => string.Concat(Enumerable.Repeat("'\n", Size / 2)),
        ["a long text"] = () =>
            $"language 1 pool p {{ }} class c -> p when session.app = '{new string('x', LongText)}' default -> p",
        ["a long name"] = () =>
            $"language 1 pool {new string('x', Size / 2)} {{ }} default -> {new string('x', Size / 3)}",
        ["a long comment"] = () => "/*" + new string('*', Size),
        ["open comments"] = () => string.Concat(Enumerable.Repeat("/* ", Size / 3)),
        ["digits"] = () => "let x = " + new string('9', Size),
        ["open braces"] = () => new string('{', Size),
        ["closed braces"] = () => new string('}', Size),
        ["dots"] = () => new string('.', Size),
        ["statement words"] = () => string.Concat(Enumerable.Repeat("pool ", Size / 5)),
        ["words of conditions"] = () => "class c -> p when " + string.Concat(Enumerable.Repeat("not ", Size / 4)),
        ["a chain of operands"] = () =>
            "language 1 pool p { } class c -> p when "
            + string.Join(" or ", Enumerable.Repeat("plan.dop = 1", 60_000))
            + " default -> p",
        ["a long list"] = () =>
            "language 1 pool p { } class c -> p when plan.dop in ("
            + string.Join(",", Enumerable.Range(0, LongList))
            + ") default -> p",
        ["a long sum"] = () => "let x = " + string.Join('+', Enumerable.Repeat("1", 400_000)),
    };

    [Theory]
    [MemberData(nameof(Names))]
    public void Check_HostileText_EndsWithinBounds(string name)
    {
        var text = Texts[name]();
        var (time, allocated) = (OwnTime.Start(), GC.GetAllocatedBytesForCurrentThread());

        var check = PolicyReader.Check(text, "hostile.rgp", TargetProfile.Generic);

        Assert.InRange(time.Elapsed, TimeSpan.Zero, Longest);
        Assert.True(
            GC.GetAllocatedBytesForCurrentThread() - allocated < 2500 * Megabyte,
            $"{name}: {(GC.GetAllocatedBytesForCurrentThread() - allocated) / Megabyte} MiB"
        );
        Assert.True(check.Diagnostics.Length <= 502, name);
        Assert.All(check.Diagnostics, found => Assert.True(found.Message.Length <= 700, name));
    }

    [Theory]
    [InlineData("a long name")]
    [InlineData("a long text")]
    [InlineData("a long list")]
    [InlineData("a chain of operands")]
    [InlineData("line ends")]
    public void Format_HostileText_EndsWithinBounds(string name)
    {
        var text = Texts[name]();
        var time = OwnTime.Start();

        var formatted = PolicyFormatter.Format(text, "hostile.rgp").Text;

        Assert.True(formatted is null || formatted.Length < 2 * text.Length + 10_000, name);
        Assert.InRange(time.Elapsed, TimeSpan.Zero, Longest);
    }

    [Fact]
    public void Check_HundredThousandClasses_EndsWithinBounds()
    {
        var text = new StringBuilder("language 1\npool p { cache 100% }\npool q { cache 10%, at least 2 ways }\n");
        for (var index = 0; index < 100_000; index++)
            text.Append($"class c{index} -> q when plan.dop = {index}\n");

        var time = OwnTime.Start();
        var check = PolicyReader.Check(text.Append("default -> p\n").ToString(), "many.rgp", TargetProfile.Generic);

        Assert.InRange(time.Elapsed, TimeSpan.Zero, Longest);
        Assert.True(check.Policy?.Classes.Length == 100_001 || check.Diagnostics.Length > 0);
    }

    [Theory]
    [InlineData(2)]
    [InlineData(150)]
    [InlineData(5000)]
    public void Check_ConstantsInACircle_AreReported(int length)
    {
        var lets = string.Join(
            '\n',
            Enumerable.Range(0, length).Select(index => $"let x{index} = x{(index + 1) % length}")
        );

        var check = PolicyTexts.CheckStatements(lets);

        Assert.Contains(check.Diagnostics, found => found.Code is "RG2004" or "RG0002");
        Assert.Null(check.Policy);
    }
}
