using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;
using static RgPolicy.Language.Tests.PolicyTexts;

namespace RgPolicy.Language.Tests.Checking.Logic;

/// <summary>Planted faults in rules, states, objectives and single questions; and their neighbours, of
/// which nothing is said.</summary>
public sealed class LogicCheckTests
{
    private const string Prefix =
        "language 1\npool p { cache 100% cpu weight 1000 }\npool q { cache 10%, at least 2 ways cpu weight 100 }\n"
        + "class big -> q when plan.rows > 1000000 and plan.shape = scan\ndefault -> p\n";

    private const string TwoMinimums = "in a { pool p { cpu min 80% } } in b { pool q { cpu min 70% } }";
    private const string ThreeMinimums =
        "pool r { cpu weight 20 } rule x on class big { when request.elapsed > 1 h then move to r } "
        + "in a { pool p { cpu min 40% } } in b { pool q { cpu min 40% } } in c { pool r { cpu min 40% } }";

    [Theory]
    [InlineData(
        "rule r on class big { when request.elapsed > 2 h then move to p when request.elapsed > 10 "
            + "min then deprioritize }",
        "RG3011"
    )]
    [InlineData(
        "rule r on class big { when request.elapsed > 2 h and plan.writes then log when plan.writes "
            + "then deprioritize }",
        "RG3011"
    )]
    [InlineData(
        "rule r on class big { when request.elapsed > 10 min then deprioritize when request.elapsed "
            + "> 2 h then move to p }",
        ""
    )]
    [InlineData(
        "rule r on class big { when request.elapsed > 2 h then move to p when request.elapsed > 10 min then cancel }",
        ""
    )]
    [InlineData(
        "rule r on class big { when request.elapsed > 2 h then move to p when request.elapsed > 10 min then limit "
            + "grant wait 5 s }",
        "RG5001"
    )]
    [InlineData(
        "rule r on class big { when request.elapsed > 10 min then deprioritize unless request.elapsed > 1 min }",
        "RG3012"
    )]
    [InlineData(
        "rule r on class big { when request.elapsed > 10 min then deprioritize unless request.elapsed > 11 min }",
        ""
    )]
    [InlineData(
        "rule r on class big { when plan.writes then log when request.cpu > 10 min then deprioritize unless "
            + "request.cpu > 1 min }",
        ""
    )]
    [InlineData("rule r on class big { when plan.rows < 5 then deprioritize }", "RG3013")]
    [InlineData("rule r on class big { when plan.shape = join or plan.rows <= 1000000 then deprioritize }", "RG3013")]
    [InlineData("rule r on class big, default { when plan.rows < 5 then deprioritize }", "")]
    [InlineData("rule r on class big { when plan.rows is not known then deprioritize }", "")]
    [InlineData("rule r on class big { when request.reads < 5 KiB then deprioritize }", "")]
    [InlineData("state s when host.cpu.pressure > 60% until < 80%", "RG3014")]
    [InlineData("state s when host.cpu.pressure > 60% until < 60%", "")]
    [InlineData("state s when host.cpu.pressure > 60% until host.io.pressure < 80%", "")]
    [InlineData(
        "state s when host.cpu.pressure > 60% or host.cpu.pressure < 10% until host.cpu.pressure between 5% and 20%",
        "RG3014"
    )]
    [InlineData("state s when host.cpu.pressure >= 0% until host.cpu.pressure > 50%", "RG3014")]
    [InlineData("state s when host.cpu.pressure >= 0%", "RG3015")]
    [InlineData("state s when host.cpu.pressure > 160% until < 40%", "RG3001")]
    [InlineData("state s when host.cpu.pressure > 100% until < 140%", "RG3001")]
    [InlineData("state s when host.cpu.pressure > 60% until > 100%", "RG3001")]
    [InlineData("state s when host.cpu.pressure <= 100%", "RG3015")]
    [InlineData("state s when host.cpu.pressure >= 100% until < 100%", "")]
    [InlineData("state s when dbms.active > 9 and host.cpu.pressure between 20% and 140%", "RG3006")]
    [InlineData("state s when host.cpu.pressure > 99% until <= 98%", "")]
    [InlineData("state s when dbms.active >= 0", "RG3015")]
    [InlineData("objective big p95 elapsed < 5 s { yields q }", "RG3017")]
    [InlineData("objective big p95 elapsed < 5 s { yields p, p }", "RG3017")]
    [InlineData("objective big p95 elapsed < 5 s objective big p95 elapsed < 6 s", "RG3017")]
    [InlineData("objective big p95 elapsed < 5 s objective big p99 elapsed < 6 s { yields p }", "")]
    [InlineData("rule r on class big, default, big { when request.elapsed > 10 min then log }", "RG3017")]
    [InlineData(
        "state s when host.cpu.pressure > 60% until < 40% in s { pool p { cpu min 80% } pool q { cpu min 70% } }",
        "RG5001 RG4001 RG5001"
    )]
    [InlineData(
        "state s when host.cpu.pressure > 60% until < 40% in s { pool p { cpu min 30% } pool q { cpu min 70% } }",
        "RG5001 RG5001"
    )]
    [InlineData(
        "state s when host.cpu.pressure > 60% until < 40% in s { pool p { cpu min 30% cpu max 20% } }",
        "RG5001 RG4001"
    )]
    [InlineData(
        "state s when host.cpu.pressure > 60% until < 40% in s { pool p { cache 60%, exclusive } "
            + "pool q { cache 60%, exclusive } }",
        "RG4002"
    )]
    [InlineData(
        "state a when dbms.active > 60 state b when dbms.active > 70 in a { pool p { cpu min 80% } } "
            + "in b { pool q { cpu min 70% } }",
        "RG5001 RG4001 RG5001"
    )]
    [InlineData("state a when dbms.active > 60 state b when dbms.active < 20 " + TwoMinimums, "RG5001")]
    [InlineData(
        "state a when dbms.active > 60 until dbms.active < 10 state b when dbms.active < 20 " + TwoMinimums,
        "RG5001 RG4001"
    )]
    [InlineData(
        "state a when dbms.active > 60 until dbms.active < 30 state b when dbms.active < 20 " + TwoMinimums,
        "RG5001"
    )]
    [InlineData(
        "state a when dbms.active > 60 until dbms.active < 30 for 1 min state b when dbms.active < 20 " + TwoMinimums,
        "RG5001 RG4001"
    )]
    [InlineData(
        "state a when dbms.active > 60 until dbms.active < 30 for 1 min state b when dbms.active < 20 for 2 min "
            + TwoMinimums,
        "RG5001"
    )]
    [InlineData(
        "window w = mon..fri 08:00..18:00 \"UTC\" state a when during w state b when not during w " + TwoMinimums,
        "RG5001"
    )]
    [InlineData(
        "window w = mon..fri 08:00..18:00 \"UTC\" window v = mon 10:00..11:00 \"UTC\" state a when "
            + "during w state b when during v "
            + TwoMinimums,
        "RG5001 RG4001"
    )]
    [InlineData(
        "window w = mon..fri 08:00..18:00 \"UTC\" state a when dbms.active > 60 state b when during w state c when "
            + "dbms.active < 20 or not during w "
            + ThreeMinimums,
        "RG5001"
    )]
    [InlineData(
        "state a when dbms.active > 60 state b when host.cpu.pressure > 50% state c when dbms.active < 20 or "
            + "host.cpu.pressure < 20% "
            + ThreeMinimums,
        "RG5001 RG4001"
    )]
    public void Check_StatementBehindTheClasses_FindsTheFault(string statements, string codes)
    {
        var check = Check(Prefix + statements + "\n");

        var found = check
            .Diagnostics.Select(each => each.Code)
            .Distinct(StringComparer.Ordinal)
            .Order(StringComparer.Ordinal);
        Assert.True(
            found.SequenceEqual(
                codes
                    .Split(' ', StringSplitOptions.RemoveEmptyEntries)
                    .Distinct(StringComparer.Ordinal)
                    .Order(StringComparer.Ordinal),
                StringComparer.Ordinal
            ),
            Describe(check)
        );
    }

    [Fact]
    public void Check_StepBelowALimitThatIsNotCarriedOut_Holds() =>
        Assert.DoesNotContain(
            Check(
                Prefix
                    + "rule r on class big { when request.elapsed > 10 min then deprioritize when request.elapsed > 5 "
                    + "min then limit cpu weight 70 }\n"
            ).Diagnostics,
            found => found.Code == "RG3011"
        );

    [Fact]
    public void Check_ConditionTooLarge_NothingIsSaidOfWhatItLeaves()
    {
        string[] signals =
        [
            "plan.rows",
            "plan.cost",
            "plan.dop",
            "plan.working_set",
            "plan.streamed",
            "request.elapsed",
            "request.cpu",
            "dbms.active",
            "history.executions",
        ];
        var terms = signals.Select(
            (signal, place) =>
                $"({signal} > 5 {Unit(signal)} or {signals[(place + 1) % 9]} > 3 {Unit(signals[(place + 1) % 9])} or "
                + $"{signals[(place + 2) % 9]} > 2 {Unit(signals[(place + 2) % 9])} or "
                + $"{signals[(place + 4) % 9]} > 1 {Unit(signals[(place + 4) % 9])})"
        );
        var check = PolicyReader.Check(
            $"language 1 pool p {{ cache 100% }} pool q {{ cpu weight 10 }} class b -> p when plan.rows > 9 class a -> q when {string.Join(" and ", terms)} default -> p",
            "t.rgp",
            TargetProfile.Generic
        );

        Assert.Contains(check.Diagnostics, found => found.Code == "RG3090");
        Assert.DoesNotContain(check.Diagnostics, found => found.Code is "RG3004" or "RG3007");

        static string Unit(string signal) =>
            signal is "plan.working_set" or "plan.streamed" ? "MiB"
            : signal.StartsWith("request.", StringComparison.Ordinal) ? "s"
            : "";
    }

    [Theory]
    [InlineData("session.app like 'SSRS*'", "RG3018", "'SSRS%'")]
    [InlineData("session.app not like exactly 'SSRS*'", "RG3018", "exactly 'SSRS%'")]
    [InlineData("session.app like '10!%*' escape '!'", "", null)]
    [InlineData("session.login like 'CORP\\svc_%'", "RG3019", "'CORP\\svc!_%' escape '!'")]
    [InlineData("session.login not like 'CORP\\it''s!_%'", "RG3019", "'CORP\\it''s!!!_%' escape '!'")]
    [InlineData("session.login like 'CORP\\svc_%' escape '|'", "RG3019", "'CORP\\svc!_%' escape '!'")]
    [InlineData("session.login like 'CORP\\svc|__' escape '|'", "", null)]
    [InlineData("session.login like 'svc_%'", "", null)]
    [InlineData("session.app like 'CORP\\svc_%'", "", null)]
    [InlineData("session.app like '%'", "RG3005", null)]
    [InlineData("plan.writes and session.app like '%'", "RG3006", null)]
    [InlineData("plan.writes or not session.app like '%%'", "RG3006", null)]
    [InlineData("plan.writes and statement.fingerprint like '%'", "RG3016", null)]
    [InlineData("session.app like 'a*%'", "", null)]
    [InlineData("dbms.kind = sqlserver", "RG3016", null)]
    [InlineData("dbms.kind in (sqlserver, postgresql)", "", null)]
    [InlineData("dbms.version >= 16", "RG3016", null)]
    [InlineData("dbms.version >= 15.4", "", null)]
    [InlineData("dbms.version < 15", "RG3016", null)]
    [InlineData("dbms.version in (16, 17)", "RG3016", null)]
    [InlineData("dbms.version in (15.4, 17)", "", null)]
    [InlineData("dbms.version between 15.1 and 15.3", "", null)]
    [InlineData("host.cores = 64", "RG3016", null)]
    [InlineData("host.cores between 1 and 16", "", null)]
    [InlineData("host.llc > 32 MiB", "RG3016", null)]
    [InlineData("host.l2 > 256 KiB", "RG3016", null)]
    [InlineData("host.sockets in (2, 4)", "RG3016", null)]
    [InlineData("session.app not like '%'", "RG3001", null)]
    public void Check_Question_FindsTheFault(string question, string code, string? repaired)
    {
        var check = CheckStatements($"class c -> p when {question}");

        Assert.Equal(code, string.Join(' ', check.Diagnostics.Select(each => each.Code)));
        var edit = check
            .Diagnostics.SelectMany(each => each.Fixes)
            .SelectMany(fix => fix.Edits)
            .Select(each => each.NewText)
            .SingleOrDefault();
        Assert.Equal(repaired, edit);
    }

    [Fact]
    public void Check_NoTargetNamed_SaysNothingOfWhatAnotherServerEnforces()
    {
        const string text =
            "language 1 pool p { cache 100% concurrency 4 io write 5 MiB/s } class c -> p when "
            + "dbms.kind = sqlserver default -> p";

        Assert.Contains(
            Check(text).Diagnostics,
            found => found.Code == "RG5001" && found.Message.StartsWith("`concurrency 4`", StringComparison.Ordinal)
        );
        var check = Check(text, TargetProfile.Generic with { IsAssumed = true });
        Assert.DoesNotContain(
            check.Diagnostics,
            found => found.Message.Contains("concurrency", StringComparison.Ordinal) || found.Code == "RG3016"
        );
        Assert.Contains(
            check.Diagnostics,
            found => found.Code == "RG5001" && found.Message.StartsWith("`io write", StringComparison.Ordinal)
        );
    }
}
