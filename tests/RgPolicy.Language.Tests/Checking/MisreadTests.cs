using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Targets;
using static RgPolicy.Language.Tests.PolicyTexts;

namespace RgPolicy.Language.Tests.Checking;

/// <summary>RG2011: values that mean something else than they seem to, and their neighbours that do not.</summary>
public sealed class MisreadTests
{
    [Theory]
    [InlineData("cores 4", "CPU number 4 alone. Did you mean `cores 0..3`")]
    [InlineData("cores 1", "CPU number 1 alone. Did you mean `cores 0..0`")]
    [InlineData("cores  12", "CPU number 12 alone")]
    [InlineData("cores 0", null)]
    [InlineData("cores 4..4", null)]
    [InlineData("cores 0..3", null)]
    [InlineData("cores 4, 8", null)]
    [InlineData("cores 25%", null)]
    [InlineData("cores socket 0", null)]
    [InlineData("concurrency 12.000", "`12.000` is `12`")]
    [InlineData("io reads 1.500/s", "`1.500` is `1.5`")]
    [InlineData("cache 12.5%", null)]
    public void Check_Setting_TellsWhatItIs(string setting, string? said) =>
        AssertSaid(said, Check($"language 1\npool p {{ {setting} }}\ndefault -> p\n"));

    [Theory]
    [InlineData("plan.rows > 1.000", "Did you mean `1000`")]
    [InlineData("plan.rows > 12.345", "Did you mean `12345`")]
    [InlineData("plan.rows between 1.000 and 5000", "Did you mean `1000`")]
    [InlineData("plan.rows in (5, 100.000)", "Did you mean `100000`")]
    [InlineData("request.elapsed > 1.500 s", "Did you mean `1500`")]
    [InlineData("plan.cost > 10.000", "Did you mean `10000`")]
    [InlineData("plan.rows > 1000", null)]
    [InlineData("plan.rows > 1.5", null)]
    [InlineData("plan.rows > 0.125", null)]
    [InlineData("plan.rows > 1234.500", null)]
    [InlineData("plan.rows > 1.125 * 8", null)]
    [InlineData("plan.working_set > 1.250 * host.llc", null)]
    [InlineData("plan.working_set > host.llc / 1.250", null)]
    [InlineData("request.elapsed > 1.125 s", null)]
    [InlineData("plan.cost > 1.234", null)]
    [InlineData("dbms.version >= 10.110", null)]
    [InlineData("session.app = '1.000'", null)]
    [InlineData("session.host = '10.0.0.0/8'", "no host is called `10.0.0.0/8`")]
    [InlineData("session.host in ('web', 'fe80::/10')", "no host is called `fe80::/10`")]
    [InlineData("session.host = '10.0.0.0/255.0.0.0'", "no host is called")]
    [InlineData("session.host like '192.168.0.0/16'", "no host is called")]
    [InlineData("session.host != '10.0.0.0/8'", "no host is called")]
    [InlineData("session.host = '10.0.0.%'", "the `%` too")]
    [InlineData("session.app = '%SSRS'", "session.app like '%SSRS'")]
    [InlineData("session.login in ('a', '*_ro')", "session.login like '%_ro'")]
    [InlineData("statement.tables contains 'public.orders%'", "contains 'public.orders'")]
    [InlineData("statement.tables contains any ('a', '*_log')", "the `*` too")]
    [InlineData("session.host = '10.*'", "the `*` too")]
    [InlineData("session.app = 'SSRS%'", "Write such as `session.app like 'SSRS%'`")]
    [InlineData("session.host like '10.%'", null)]
    [InlineData("session.host = '10.0.0.1'", null)]
    [InlineData("session.host = 'web/1'", null)]
    [InlineData("session.app = '10.0.0.0/8'", null)]
    [InlineData("session.app = '50% off'", null)]
    [InlineData("session.login = exactly 'alice'", null)]
    [InlineData("session.login = 'postgres'", null)]
    [InlineData("not session.login = exactly 'postgres'", null)]
    [InlineData("session.app = exactly 'postgres'", null)]
    public void Check_Condition_TellsWhatItIs(string condition, string? said)
    {
        AssertSaid(said, CheckStatements($"class a -> p when {condition}"));
        AssertSaid(said, CheckStatements($"class a -> p when plan.writes or {condition} and plan.dop > 2"));
    }

    [Theory]
    [InlineData("postgresql", "postgres", true)]
    [InlineData("sqlserver", "sa", true)]
    [InlineData("mysql", "root", true)]
    [InlineData("mariadb", "root", true)]
    [InlineData("postgresql", "sa", false)]
    [InlineData("sqlserver", "postgres", false)]
    public void Check_SuperuserNamedExactly_IsTold(string kind, string login, bool isTold)
    {
        var target = TargetProfile.Generic with { DbmsKind = kind, DbmsVersion = [16] };
        var text = $"class a -> p when session.login in ('x', exactly '{login}')";

        AssertSaid(isTold ? $"has the superuser `{login}` governed" : null, CheckStatements(text, target));
        AssertSaid($"has the superuser `{login}` governed", CheckStatements(text, target with { IsAssumed = true }));
    }

    [Theory]
    [InlineData("rule r on class default { when plan.rows > 1.000 then log }")]
    [InlineData("state s when dbms.active > 1.000\nin s { pool p { cores 50% } }")]
    [InlineData("let many = 1.000\nclass a -> p when plan.rows > many")]
    [InlineData("state s when dbms.active > 5\nin s { pool p { cores 4 } }")]
    public void Check_AnyPlace_IsTold(string statements) => AssertOne(CheckStatements(statements), "RG2011");

    private static void AssertSaid(string? said, RgPolicy.Language.Checking.PolicyCheck check)
    {
        if (said is null)
        {
            Assert.DoesNotContain(check.Diagnostics, found => found.Code == "RG2011");
        }
        else
        {
            var found = AssertOne(check, "RG2011");
            Assert.Contains(said, found.Message, StringComparison.Ordinal);
            Assert.Equal(DiagnosticSeverity.Warning, found.Severity);
        }
    }
}
