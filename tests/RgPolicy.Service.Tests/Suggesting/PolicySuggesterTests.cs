using RgPolicy.Engine.Workloads;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using RgPolicy.Service.Suggesting;
using static RgPolicy.Service.Tests.Suggesting.Workloads;

namespace RgPolicy.Service.Tests.Suggesting;

public sealed class PolicySuggesterTests
{
    private static readonly TargetProfile Target = TargetProfile.Generic;

    [Fact]
    public void Suggest_ScanBesideShortTransactions_ThrottlesOnlyTheScan()
    {
        var suggestion = Suggest(Of(Group(PlanShape.Oltp, longest: 0.01), Group(PlanShape.Scan, streamed: 700 * MiB)));

        Assert.Equal(["oltp critical", "scan polluters"], Named(suggestion));
        Assert.DoesNotContain("pool reporting", suggestion.Text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(PlanShape.Scan, 128, "scan polluters")]
    [InlineData(PlanShape.Scan, 129, "wide_scan reporting")]
    [InlineData(PlanShape.Join, 128, "join reporting")]
    [InlineData(PlanShape.Join, 1024 * 1024, "join reporting")]
    [InlineData(PlanShape.Join, (1024 * 1024) + 1, "large_join polluters")]
    [InlineData(PlanShape.Sort, 128, "sort reporting")]
    [InlineData(PlanShape.Sort, 1024 * 1024, "sort reporting")]
    [InlineData(PlanShape.Write, 128, "mass_write polluters")]
    [InlineData(PlanShape.Write, 129, "wide_write reporting")]
    [InlineData(PlanShape.Aggregation, 128, "aggregation reporting")]
    public void Suggest_Statement_GoesByWhatItUsesAgain(PlanShape shape, int kilobytes, string expected) =>
        Assert.Equal([expected], Named(Suggest(Of(Group(shape, kilobytes * 1024m)))));

    [Fact]
    public void Suggest_JoinOfUnknownSize_IsNotThrottled() =>
        Assert.Empty(Suggest(Of(Group(PlanShape.Join, workingSet: null))).Classes);

    [Fact]
    public void Suggest_NoPlan_IsTheDefaultWithItsReason()
    {
        var suggestion = Suggest(Of(WithoutPlan("a function has no plan", 40)));

        Assert.Empty(suggestion.Classes);
        Assert.Equal(new UnknownWork("a function has no plan", 3, 40), Assert.Single(suggestion.Unknown));
        Assert.Contains("//   3 queries, 40 s: a function has no plan", suggestion.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Suggest_LoadOfUnknownShape_IsOfItsClassAndNotUnknown()
    {
        var suggestion = Suggest(Of(Group(PlanShape.Unknown, kind: StatementKind.BulkLoad, longest: 40)));

        Assert.Equal(["bulk_load polluters"], Named(suggestion));
        Assert.Empty(suggestion.Unknown);
    }

    [Fact]
    public void Suggest_AggregationThatAnApplicationAsksAgainAndAgain_StaysQuick()
    {
        var suggestion = Suggest(
            Of(
                Group(PlanShape.Aggregation, app: "shop", longest: 0.3, executions: 500),
                Group(PlanShape.Aggregation, app: "SSRS", longest: 30)
            )
        );

        Assert.Equal(["quick critical", "aggregation reporting"], Named(suggestion));
        Assert.Contains("session.app = 'shop'", suggestion.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Suggest_QuickAndLongOfOneApplication_AreToldByWhatTheyRead()
    {
        var suggestion = Suggest(
            Of(
                Group(PlanShape.Scan, streamed: 3 * MiB, longest: 0.1, executions: 500),
                Group(PlanShape.Scan, streamed: 900 * MiB, longest: 30)
            )
        );

        Assert.Contains("plan.shape = scan and plan.streamed <= 6 MiB", suggestion.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Suggest_QuickOfTwoLoginsThatLongWorkHasToo_IsAskedForOnceByTheWiderBound()
    {
        var workload = Of(
            Group(PlanShape.Scan, streamed: 3 * MiB, longest: 0.1, executions: 500, login: "a"),
            Group(PlanShape.Scan, streamed: 4 * MiB, longest: 0.1, executions: 500, login: "b"),
            Group(PlanShape.Scan, streamed: 900 * MiB, longest: 30, login: "a"),
            Group(PlanShape.Scan, streamed: 900 * MiB, longest: 30, login: "b")
        );

        var suggestion = Suggest(workload);

        Assert.Equal("plan.shape = scan and plan.streamed <= 8 MiB", suggestion.Classes[0].Condition);
        SuggestedPolicy.Holds(suggestion, workload, Target, "two logins");
    }

    [Fact]
    public void Suggest_QuickOfOneApplicationInTwoSpellings_IsAskedForOnce()
    {
        var workload = Of(
            Group(PlanShape.Scan, longest: 0.1, executions: 500, app: "Shop"),
            Group(PlanShape.Scan, longest: 0.1, executions: 500, app: "shop", login: "other"),
            Group(PlanShape.Scan, streamed: 900 * MiB, longest: 30)
        );

        var suggestion = Suggest(workload);

        Assert.Equal("plan.shape = scan and session.app = 'Shop'", suggestion.Classes[0].Condition);
        Assert.Equal(1000, suggestion.Classes[0].Executions);
        SuggestedPolicy.Holds(suggestion, workload, Target, "two spellings");
    }

    [Theory]
    [InlineData(0b1111_0000_0000, 0b0110_0000_0000, 0b11, new[] { "hours_08_12" })]
    [InlineData(0b0011_0000_0000, 0b1100_0000_0000, 0b11, new[] { "hours_08_12" })]
    [InlineData((1 << 23) | 1, 0b10, 1 << 12, new[] { "hours_23_02" })]
    [InlineData(0b0011_0000_0000, 1 << 20, (1 << 15) | 1, new[] { "hours_08_10", "hours_20_21" })]
    public void Suggest_QuickOfTwoLoginsAtHours_HasWindowsOfWhichNoneLiesInAnother(
        int first,
        int second,
        int others,
        string[] windows
    )
    {
        var workload = Of(
            Group(PlanShape.Scan, streamed: 3 * MiB, longest: 0.1, executions: 500, login: "a") with
            {
                Hours = first,
            },
            Group(PlanShape.Scan, streamed: 3 * MiB, longest: 0.1, executions: 500, login: "b") with
            {
                Hours = second,
            },
            Group(PlanShape.Scan, streamed: 4 * MiB, longest: 3000, login: "a") with
            {
                Hours = others,
            },
            Group(PlanShape.Scan, streamed: 4 * MiB, longest: 3000, login: "b") with
            {
                Hours = others,
            }
        ) with
        {
            Recorded = TimeSpan.FromDays(1),
        };

        var suggestion = Suggest(workload);

        Assert.Equal(
            string.Join(' ', windows),
            string.Join(' ', suggestion.Classes[0].Windows.Select(window => window.Name))
        );
        SuggestedPolicy.Holds(suggestion, workload, Target, "windows");
    }

    [Theory]
    [InlineData("", 0)]
    [InlineData("batch", 1)]
    public void Suggest_LongWorkOfALoginThatIsNotTold_MayBeOfTheQuickOnes(string login, int quick) =>
        Assert.Equal(
            quick,
            Suggest(
                Of(
                    Group(PlanShape.Scan, streamed: null, longest: 0.1, executions: 500, login: "shop"),
                    Group(PlanShape.Scan, streamed: null, longest: 30, login: login)
                )
            )
                .Classes.Count(each => each.Name == "quick")
        );

    [Fact]
    public void Suggest_QuickThatNoQuestionTells_IsThrottledWithTheRest()
    {
        var suggestion = Suggest(
            Of(
                Group(PlanShape.Scan, streamed: 3 * MiB, longest: 0.1, executions: 500),
                Group(PlanShape.Scan, streamed: 4 * MiB, longest: 30)
            )
        );

        Assert.Equal(["scan polluters"], Named(suggestion));
    }

    [Theory]
    [InlineData(0b1111_0000_0000, 0b11, "during hours_08_12", "mon..sun 08:00..12:00")]
    [InlineData((1 << 23) | 1, 0b1111_0000_0000, "during hours_23_01", "mon..sun 23:00..01:00")]
    public void Suggest_QuickAndLongAtOtherHours_AreToldByAWindow(int quick, int others, string asked, string window)
    {
        var workload = Of(
            Group(PlanShape.Scan, streamed: 3 * MiB, longest: 0.1, executions: 500) with
            {
                Hours = quick,
            },
            Group(PlanShape.Scan, streamed: 4 * MiB, longest: 3000) with
            {
                Hours = others,
            }
        ) with
        {
            Recorded = TimeSpan.FromDays(1),
        };

        var suggestion = Suggest(workload);

        Assert.Contains(asked, suggestion.Text, StringComparison.Ordinal);
        Assert.Contains(window, suggestion.Text, StringComparison.Ordinal);
        SuggestedPolicy.Holds(suggestion, workload, Target, "by hours");
    }

    [Fact]
    public void Suggest_QuickAndLongAtTheSameHours_HasNoWindow() =>
        Assert.DoesNotContain(
            "window",
            Suggest(
                Of(
                    Group(PlanShape.Scan, streamed: 3 * MiB, longest: 0.1, executions: 500),
                    Group(PlanShape.Scan, streamed: 4 * MiB, longest: 3000)
                ) with
                {
                    Recorded = TimeSpan.FromDays(1),
                }
            ).Text,
            StringComparison.Ordinal
        );

    [Theory]
    [InlineData(true, new string[0])]
    [InlineData(false, new[] { "scan polluters" })]
    public void Suggest_OneOfManyWasLong_IsQuickOnlyWhereItWasCounted(bool isCounted, string[] expected)
    {
        var waited = Group(PlanShape.Scan, longest: 9, executions: 5000) with { Seconds = 40, IsCounted = isCounted };

        Assert.Equal(expected, Named(Suggest(Of(waited))));
    }

    [Theory]
    [InlineData(true, new string[0])]
    [InlineData(false, new[] { "scan polluters" })]
    public void Suggest_OneSlowExecutionInMonths_ThrottlesOnlyWhereItWasRecorded(bool isCounted, string[] expected)
    {
        var workload = Of(
            Group(PlanShape.Scan, longest: 9, executions: 500) with
            {
                Seconds = 40,
                IsCounted = isCounted,
            }
        ) with
        {
            Recorded = TimeSpan.FromDays(90),
        };

        Assert.Equal(expected, Named(Suggest(workload)));
    }

    [Fact]
    public void Suggest_ShapeThatIsSeldomAndOverSoon_IsLeftAlone()
    {
        var suggestion = Suggest(Of(Group(PlanShape.Sort, longest: 0.2, executions: 2)));

        Assert.Empty(suggestion.Classes);
        Assert.Single(suggestion.Ungoverned);
    }

    [Fact]
    public void Suggest_Objective_YieldsWhatIsThrottled()
    {
        var suggestion = Suggest(
            Of(Group(PlanShape.Oltp, longest: 0.01), Group(PlanShape.Scan), Group(PlanShape.Aggregation)),
            objective: "oltp p95 < 20 ms"
        );

        Assert.Contains(
            "objective oltp p95 elapsed < 20 ms { yields polluters, reporting }",
            suggestion.Text,
            StringComparison.Ordinal
        );
    }

    [Theory]
    [InlineData("fast please", "is not an objective")]
    [InlineData("nobody p95 < 20 ms", "No class `nobody` was found")]
    [InlineData("oltp p95 < 20 ms { } pool x { cache 1% }", "is not an objective")]
    public void Suggest_ObjectiveThatCannotBeUsed_SaysWhy(string objective, string expected)
    {
        var suggestion = Suggest(Of(Group(PlanShape.Oltp), Group(PlanShape.Scan)), objective: objective);

        Assert.Null(suggestion.Text);
        Assert.Contains(expected, suggestion.Problem, StringComparison.Ordinal);
    }

    [Fact]
    public void Suggest_AnythingDrawn_IsValidFormattedTestedAndWithoutFindings()
    {
        for (var seed = 0; seed < 300; seed++)
        {
            var suggestion = Suggest(Drawn(seed));
            SuggestedPolicy.Holds(suggestion, Drawn(seed), Target, $"seed {seed}");
            Assert.Equal(suggestion.Text, Suggest(Drawn(seed)).Text);
        }
    }

    [Fact]
    public void Suggest_OnEveryTarget_Holds()
    {
        foreach (var name in BuiltInProfiles.Names)
        {
            var target = BuiltInProfiles.Find(name);
            Assert.NotNull(target);
            for (var seed = 1000; seed < 1020; seed++)
            {
                var request = new SuggestionRequest(target, "monday.rgrec", "postgresql", null);
                SuggestedPolicy.Holds(
                    PolicySuggester.Suggest(Drawn(seed), request),
                    Drawn(seed),
                    target,
                    $"{name}, seed {seed}"
                );
            }
        }
    }

    [Theory]
    [InlineData("sqlserver")]
    [InlineData("mariadb")]
    [InlineData("mysql")]
    [InlineData("something else")]
    public void Suggest_TextsOfOtherServers_Holds(string dbms)
    {
        for (var seed = 2000; seed < 2050; seed++)
        {
            var request = new SuggestionRequest(Target, "a\nb", dbms, null) { Notes = ["x\n// allow RG0001: no"] };
            SuggestedPolicy.Holds(PolicySuggester.Suggest(Drawn(seed), request), Drawn(seed), Target, $"seed {seed}");
        }
    }

    [Fact]
    public void Suggest_NothingOrOnlyUnknownOrTimesThatCannotBe_Holds()
    {
        Workload[] all =
        [
            Of(),
            Of(WithoutPlan("no", 9000)),
            Of(Group(PlanShape.Scan)) with
            {
                Recorded = TimeSpan.Zero,
            },
            Of(Group(PlanShape.Scan, longest: -5), Group(PlanShape.Sort, longest: 0)),
            Of(Group(PlanShape.Scan, longest: double.MaxValue / 1e10)),
            Of(Group(PlanShape.Join, workingSet: decimal.MaxValue, streamed: decimal.MaxValue)),
            Of([
                .. Enumerable
                    .Range(0, 10_000)
                    .Select(n => Group((PlanShape)(n % 8), n, login: $"login {n}", text: $"{n}")),
            ]),
        ];

        foreach (var (workload, number) in all.Select((each, index) => (each, index)))
            SuggestedPolicy.Holds(Suggest(workload), workload, Target, $"number {number}");
    }

    private static Suggestion Suggest(Workload workload, string? objective = null) =>
        PolicySuggester.Suggest(workload, new SuggestionRequest(Target, "monday.rgrec", "postgresql", objective));

    private static string[] Named(Suggestion suggestion) =>
        [.. suggestion.Classes.Select(each => $"{each.Name} {each.PoolName}")];
}
