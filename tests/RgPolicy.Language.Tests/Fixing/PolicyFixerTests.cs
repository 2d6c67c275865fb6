using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Fixing;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Tests.Fixing;

public sealed class PolicyFixerTests
{
    [Fact]
    public void Fix_SafeMistakes_AreAllFixed()
    {
        const string text =
            "pool p { cache = 80, cpu weight = 100 }\nclass a -> p when plan.shape == 'scan' && "
            + "!plan.writes\ndefault -> p\n";

        var result = Fix(text, false);

        Assert.Equal(
            "language 1\n\npool p { cache 80% cpu weight 100 }\nclass a -> p when plan.shape = scan and not "
                + "plan.writes\ndefault -> p\n",
            result.Text?.Replace("  ", " ", StringComparison.Ordinal)
        );
        Assert.DoesNotContain(result.Check.Diagnostics, found => found.Severity == DiagnosticSeverity.Error);
    }

    [Fact]
    public void Fix_UnsafeMistakes_AreFixedOnlyWhenAsked()
    {
        const string text = "language 1\npool p { cache 80% }\nclass a -> p when plan.shap = scna\ndefault -> p\n";

        Assert.Equal((text, 0), (Fix(text, false).Text, Fix(text, false).Applied));
        Assert.Equal(
            ("language 1\npool p { cache 80% }\nclass a -> p when plan.shape = scan\ndefault -> p\n", 2),
            (Fix(text, true).Text, Fix(text, true).Applied)
        );
    }

    [Theory]
    [InlineData("cache 0.2", "cache 20%", false)]
    [InlineData("cache 0.125", "cache 12.5%", false)]
    [InlineData("cache 1", "cache 1%", false)]
    [InlineData("cache 20", "cache 20%", true)]
    public void Fix_PercentageWithoutItsSign_IsSafeOnlyWhereItIsNoFraction(string setting, string meant, bool isSafe)
    {
        var text = $"language 1\npool p {{ {setting} }}\ndefault -> p\n";
        var wanted = text.Replace(setting, meant, StringComparison.Ordinal);

        Assert.Equal((isSafe ? wanted : text, wanted), (Fix(text, false).Text, Fix(text, true).Text));
    }

    [Theory]
    [InlineData("host.cpu.pressure > 0.6", "host.cpu.pressure > 60%", false)]
    [InlineData("host.cpu.pressure > 60", "host.cpu.pressure > 60%", true)]
    public void Fix_ComparisonWithoutPercentSign_IsSafeOnlyWhereItIsNoFraction(
        string question,
        string meant,
        bool isSafe
    )
    {
        var text = $"language 1\npool p {{ cache 80% }}\nstate s when {question}\ndefault -> p\n";
        var wanted = text.Replace(question, meant, StringComparison.Ordinal);

        Assert.Equal((isSafe ? wanted : text, wanted), (Fix(text, false).Text, Fix(text, true).Text));
    }

    [Theory]
    [InlineData("*")]
    [InlineData("others")]
    public void Fix_ClassOfAllOthers_IsTheDefault(string name) =>
        Assert.Equal(
            "language 1\npool p { cache 80% }\ndefault -> p\n",
            Fix($"language 1\npool p {{ cache 80% }}\n{name} -> p\n", false).Text
        );

    [Fact]
    public void Fix_MissingBrace_IsClosedBeforeTheNextStatement()
    {
        var result = Fix("language 1\npool p {\n  cache 80%\nclass a -> p when plan.writes\ndefault -> p\n", false);

        Assert.Equal(
            "language 1\npool p {\n  cache 80%\n}\nclass a -> p when plan.writes\ndefault -> p\n",
            result.Text
        );
        Assert.NotNull(result.Check.Policy);
    }

    [Fact]
    public void Fix_BytesThatAreNoText_AreReported()
    {
        var result = PolicyFixer.Fix([0xC3, 0x28], "p.rgp", TargetProfile.Generic, false);

        Assert.Null(result.Text);
        Assert.Equal("RG0003", Assert.Single(result.Check.Diagnostics).Code);
    }

    private static FixResult Fix(string text, bool includeUnsafe) =>
        PolicyFixer.Fix(Encoding.UTF8.GetBytes(text), "p.rgp", TargetProfile.Generic, includeUnsafe);
}
