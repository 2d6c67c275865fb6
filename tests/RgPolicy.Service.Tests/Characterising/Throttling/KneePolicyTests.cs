using RgPolicy.Dbms.Trials;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Sensitivity;
using RgPolicy.Engine.Testing;
using RgPolicy.Host.Facts;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Formatting;
using RgPolicy.Language.Targets;
using RgPolicy.Service.Characterising;
using RgPolicy.Service.Characterising.Throttling;

namespace RgPolicy.Service.Tests.Characterising.Throttling;

/// <summary>A policy from knees: it lints without warnings, its tests hold, and it throttles nothing unsure.</summary>
public sealed class KneePolicyTests
{
    private static readonly TargetProfile Target = TargetProfile.Generic with
    {
        Capabilities = [TargetProfile.ReadLimits],
    };

    [Fact]
    public void Write_StatementWithKnees_GetsThemWithTheirCells()
    {
        var text = Write(
            [Statement("big report", "select sum(price) from sales where note = 'secret'")],
            [
                Curve(SweepLever.Cores, "big report", Found(1), 2, 4, 4, 4),
                Curve(SweepLever.Llc, "big report", Found(2), 1, 2, 4, 4),
                Curve(SweepLever.Bandwidth, "big report", Found(1), 2, 4, 4, 4),
                Curve(SweepLever.Read, "big report", Found(1), 2, 4, 4, 4),
                Curve(SweepLever.MaxDop, "big report", Found(1), 2, 4, 4, 4),
                Curve(SweepLever.Grant, "big report", Found(1), 2, 4, 4, 4),
            ]
        );

        Assert.Contains(
            "class q_big_report -> for_q_big_report when statement.fingerprint in ('t0')",
            text,
            StringComparison.Ordinal
        );
        Assert.Contains("cores 0..1", text, StringComparison.Ordinal);
        Assert.Contains("cache 8 ways", text, StringComparison.Ordinal);
        Assert.Contains("memory bandwidth 20%", text, StringComparison.Ordinal);
        Assert.Contains("io read 20 MiB/s", text, StringComparison.Ordinal);
        Assert.Contains("maxdop 2", text, StringComparison.Ordinal);
        Assert.Contains("grant 2 MiB", text, StringComparison.Ordinal);
        Assert.Contains(
            "// `big report` at 8 ways: 4/s (3.9 .. 4.1) in 5 runs; best 4/s at 8 ways",
            text,
            StringComparison.Ordinal
        );
        Assert.Contains("roles", text, StringComparison.Ordinal);
        Assert.DoesNotContain("secret", text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(KneeKind.Insensitive, 0, "no knee")]
    [InlineData(KneeKind.StillRising, 3, "still rises at 8")]
    [InlineData(KneeKind.Found, null, "rules a loss out at no setting")]
    [InlineData(KneeKind.Found, 3, "rules a loss out at no setting")]
    public void Write_UnsureKnee_KeepsEverythingAndSaysWhy(object kind, int? most, string reason)
    {
        var text = Write(
            [Statement("a", "select 1")],
            [Curve(SweepLever.MaxDop, "a", new Knee(0.95, (KneeKind)kind, 1, 0, most), 2, 4, 4, 4)]
        );

        Assert.DoesNotContain("class ", text, StringComparison.Ordinal);
        Assert.Contains("`a` by maxdop: ", text, StringComparison.Ordinal);
        Assert.Contains(reason, text, StringComparison.Ordinal);
    }

    // The pooled best of settings that cannot be told apart is lower than the best of them.
    [Fact]
    public void Write_FarBelowTheBestCell_IsNotThrottled()
    {
        var text = Write([Statement("a", "select 1")], [Curve(SweepLever.MaxDop, "a", Found(1), 20, 88, 90, 100)]);

        Assert.DoesNotContain("class ", text, StringComparison.Ordinal);
        Assert.Contains("may be faster than with 2", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Write_FewRuns_IsNotThrottled()
    {
        var curve = Curve(SweepLever.MaxDop, "a", Found(1), 2, 4, 4, 4);
        var few = curve with { Points = [.. curve.Points.Select(point => point with { Runs = 3 })] };

        Assert.Contains("fewer than 5 runs", Write([Statement("a", "select 1")], [few]), StringComparison.Ordinal);
    }

    [Fact]
    public void Write_KneeThatIsNotSure_TakesTheSettingThatIs() =>
        Assert.Contains(
            "maxdop 4",
            Write(
                [Statement("a", "select 1")],
                [Curve(SweepLever.MaxDop, "a", new Knee(0.95, KneeKind.Found, 1, 0, 2), 2, 4, 4, 4)]
            ),
            StringComparison.Ordinal
        );

    [Fact]
    public void Write_FasterWithNothingLimited_IsNotThrottled()
    {
        var curve = Curve(SweepLever.Grant, "a", Found(1), 2, 4, 4, 4) with { Unlimited = 5 };

        var text = Write([Statement("a", "select 1")], [curve]);

        Assert.Contains("with nothing limited it may be faster", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Write_TextsThatShareAFingerprint_AreOneClassWithTheLargestNeed()
    {
        var text = Write(
            [Statement("a", "select 1"), Statement("b", "select 2"), Statement("c", "select 3, 4")],
            [
                Curve(SweepLever.MaxDop, "a", Found(1), 2, 4, 4, 4),
                Curve(SweepLever.MaxDop, "b", Found(2), 1, 2, 4, 4),
                Curve(SweepLever.Grant, "a", Found(1), 2, 4, 4, 4),
                Curve(SweepLever.Grant, "b", new Knee(0.95, KneeKind.StillRising, 3, 3, 3), 1, 2, 3, 4),
                Curve(SweepLever.MaxDop, "c", Found(1), 2, 4, 4, 4),
            ],
            // The third joins the first two: one text with two ids, one id with two texts.
            name =>
                name == "a" ? ["1", "ta"]
                : name == "b" ? ["2", "tb"]
                : ["2", "ta"]
        );

        Assert.Contains(
            "class q_a -> for_q_a when statement.fingerprint in ('1', 'ta', '2', 'tb')",
            text,
            StringComparison.Ordinal
        );
        Assert.Contains("maxdop 4", text, StringComparison.Ordinal);
        Assert.DoesNotContain("\n grant", text, StringComparison.Ordinal);
        Assert.DoesNotContain("q_b", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Write_LeverThatTheTargetHasNot_IsSaidAndLeftOut()
    {
        var curves = new[] { Curve(SweepLever.Grant, "a", Found(1), 2, 4, 4, 4) };
        var text = Write(
            [Statement("a", "select 1")],
            curves,
            target: Target with
            {
                DbmsKind = "mariadb",
                DbmsVersion = [10, 11],
            }
        );

        Assert.DoesNotContain("\n grant", text, StringComparison.Ordinal);
        Assert.Contains("`a` by grant: ", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Write_SqlServer_SaysFromWhatTheGrantCounts()
    {
        var text = Write(
            [Statement("a", "select 1")],
            [
                Curve(SweepLever.GrantShare, "a", Found(1), 2, 4, 4, 4),
                Curve(SweepLever.MaxDop, "a", Found(1), 2, 4, 4, 4),
            ],
            target: Target with
            {
                DbmsKind = "sqlserver",
                DbmsVersion = [16],
            }
        );

        Assert.Contains("grant 20%", text, StringComparison.Ordinal);
        Assert.Contains("maxdop 2", text, StringComparison.Ordinal);
        Assert.Contains("more than was measured", text, StringComparison.Ordinal);
        Assert.DoesNotContain("settings of roles", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Write_WaysAndBandwidthOfOneStatement_HaveOneClassOfService()
    {
        var text = Write(
            [Statement("a", "select 1")],
            [Curve(SweepLever.Llc, "a", Found(1), 1, 4, 4, 4), Curve(SweepLever.Bandwidth, "a", Found(1), 1, 4, 4, 4)],
            target: Target with
            {
                ClassesOfService = 2,
            }
        );

        Assert.Contains("cache 4 ways", text, StringComparison.Ordinal);
        Assert.Contains("memory bandwidth 20%", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Write_MoreSharesThanClassesOfService_ThrottlesNoMoreThanThereAre()
    {
        TrialStatement[] statements = [.. Enumerable.Range(0, 20).Select(i => Statement($"s{i}", $"select {i}"))];
        var text = Write(
            statements,
            [.. statements.Select((each, i) => Curve(SweepLever.Llc, each.Name, Found(1 + (i % 2)), 1, 4, 4, 4))],
            target: Target with
            {
                ClassesOfService = 4,
            }
        );

        Assert.Equal(3, text.Split("\nclass ", StringSplitOptions.None).Length - 1);
        Assert.Contains("no class of service left", text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("default")]
    [InlineData("42 \" '; class x -> y")]
    [InlineData("строка\u202e \u2028 --")]
    public void Write_AnyNamesAndTexts_Lints(string name) =>
        Write(
            [Statement(name, $"select '{name}\n' /* {name} \n*/ from a"), Statement(name + "!", "select 1\r\n")],
            [
                Curve(SweepLever.MaxDop, name, Found(1), 2, 4, 4, 4),
                Curve(SweepLever.MaxDop, name + "!", Found(1), 2, 4, 4, 4),
                Curve(SweepLever.Grant, name, new Knee(0.95, KneeKind.Insensitive, 0, 0, 0), 2, 4, 4, 4),
            ]
        );

    private static TrialStatement Statement(string name, string text) => new(name, 1, text);

    private static Knee Found(int setting) => new(0.95, KneeKind.Found, setting, setting, setting);

    private static Curve Curve(SweepLever lever, string statement, Knee knee, params double[] medians) =>
        new(
            lever,
            statement,
            [
                .. medians.Select(
                    (median, i) =>
                        new CurvePoint(
                            SettingText.Of(lever, Value(lever, i)),
                            5,
                            median,
                            median - 0.1,
                            median + 0.1,
                            ["p"]
                        )
                ),
            ],
            [knee with { Share = 0.9 }, knee]
        );

    private static long Value(SweepLever lever, int index) =>
        lever switch
        {
            SweepLever.Llc or SweepLever.MaxDop or SweepLever.Cores => (lever == SweepLever.Llc ? 2 : 1) << index,
            SweepLever.Bandwidth or SweepLever.GrantShare => 10 * (index + 1),
            SweepLever.Grant => 1L << (20 + index),
            _ => (index + 1) * 10L << 20,
        };

    /// <summary>Writes it, and holds it against the checks and its own tests.</summary>
    private static string Write(
        TrialStatement[] statements,
        Curve[] curves,
        Func<string, string[]>? fingerprints = null,
        TargetProfile? target = null
    )
    {
        var names = statements.Select(each => each.Name).ToList();
        var request = new KneePolicyRequest(
            "a test",
            new TrialWorkload([.. statements], "00"),
            names.ToImmutableDictionary(
                name => name,
                name => fingerprints is null ? [$"t{names.IndexOf(name)}"] : ImmutableArray.Create(fingerprints(name)),
                StringComparer.Ordinal
            ),
            new Characterisation([.. curves], null, null, 5),
            new Topology([.. Enumerable.Range(0, 16)], []),
            target ?? Target
        );
        var text = KneePolicy.Write(request);

        var check = PolicyReader.Check(text, KneePolicy.FileName, request.Target);
        Assert.True(
            check.Policy is not null && check.Diagnostics.All(each => each.Severity == DiagnosticSeverity.Info),
            $"{string.Join("; ", check.Diagnostics.Select(each => each.Message))}\n{text}"
        );
        Assert.Equal(text, PolicyFormatter.Format(text, KneePolicy.FileName).Text);
        var results = new PolicyTestRunner(
            PolicyProgram.Compile(check.Policy, request.Target),
            _ => null,
            _ => null
        ).RunAll();
        Assert.All(results, result => Assert.True(result.Passed, result.Message));
        // The formatter aligns settings.
        return string.Join(' ', text.Split(' ', StringSplitOptions.RemoveEmptyEntries));
    }
}
