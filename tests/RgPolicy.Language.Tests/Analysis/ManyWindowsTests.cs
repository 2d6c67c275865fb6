using RgPolicy.Language.Diagnostics;
using static RgPolicy.Language.Tests.PolicyTexts;

namespace RgPolicy.Language.Tests.Analysis;

/// <summary>More windows than are looked at: what asks for the others is told to be undecided, and
/// nothing is claimed about it.</summary>
public sealed class ManyWindowsTests
{
    private static readonly string[] Zones =
    [
        "Europe/Berlin",
        "America/New_York",
        "America/Los_Angeles",
        "Asia/Kolkata",
        "Australia/Lord_Howe",
        "Africa/Cairo",
        "Africa/Casablanca",
        "UTC",
    ];

    [Fact]
    public void Check_WindowsBeyondTheLimit_AreToldAsUndecided()
    {
        const int Count = 12_000;
        var windows = string.Concat(
            Enumerable
                .Range(0, Count)
                .Select(index =>
                    string.Create(
                        CultureInfo.InvariantCulture,
                        $"window w{index} = mon..sun "
                            + $"{index / 60 % 24:00}:{index % 60:00}..{(index / 60 + 1) % 24:00}:{index % 60:00} "
                            + $"'{Zones[index % Zones.Length]}'\n"
                    )
                )
        );
        var any = string.Join(
            " or ",
            Enumerable.Range(0, Count).Select(index => FormattableString.Invariant($"during w{index}"))
        );

        var found = CheckStatements(
            windows + $"class a -> p when plan.rows > 5 and ({any})\nclass b -> p when during w0\n"
        ).Diagnostics;

        Assert.DoesNotContain(found, each => each.Severity == DiagnosticSeverity.Error);
        Assert.Contains(found, each => each.Code == "RG3090");
    }
}
