using RgPolicy.Language.Conditions;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;
using static RgPolicy.Language.Tests.PolicyTexts;

namespace RgPolicy.Language.Tests.Checking;

public sealed class TargetTests
{
    private static readonly TargetProfile PostgreSql = TargetProfile.Generic;
    private static readonly TargetProfile SqlServer = new()
    {
        Name = "sql",
        DbmsKind = "sqlserver",
        DbmsVersion = [16, 0],
    };
    private static readonly TargetProfile MariaDb = new()
    {
        Name = "maria",
        DbmsKind = "mariadb",
        DbmsVersion = [10, 11],
    };

    [Theory]
    [InlineData("cache 50%", "running", "running", "running")]
    [InlineData("cores 50%", "running", "next_execution", "running")]
    [InlineData("cpu weight 50", "running", "running", "running")]
    [InlineData("cpu min 50%", "none", "running", "none")]
    [InlineData("cpu max 50%", "none", "running", "none")]
    [InlineData("cpu cap 50%", "running", "running", "running")]
    [InlineData("cpu time 5 s", "none", "running", "none")]
    [InlineData("memory bandwidth 50%", "running", "running", "running")]
    [InlineData("memory min 50%", "none", "next_execution", "none")]
    [InlineData("memory max 50%", "none", "next_execution", "none")]
    [InlineData("grant 64 MiB", "next_session", "next_execution", "none")]
    [InlineData("grant 25%", "none", "next_execution", "none")]
    [InlineData("grant wait 5 s", "none", "next_execution", "none")]
    [InlineData("maxdop 4", "next_session", "next_execution", "none")]
    [InlineData("io read 5 MiB/s", "none", "none", "none")]
    [InlineData("io write 5 MiB/s", "none", "none", "none")]
    [InlineData("io reads 50/s", "none", "running", "none")]
    [InlineData("io min reads 50/s", "none", "running", "none")]
    [InlineData("tempdb 5 GiB", "none", "none", "none")]
    [InlineData("concurrency 4", "none", "next_execution", "next_session")]
    [InlineData("queue 5 s", "none", "none", "none")]
    public void Of_EachSetting_HasItsEffectPerDbms(string text, string postgreSql, string sqlServer, string mariaDb)
    {
        foreach (
            var (target, expected) in new[] { (PostgreSql, postgreSql), (SqlServer, sqlServer), (MariaDb, mariaDb) }
        )
        {
            var capability = SettingCapability.Of(Setting(text, target), target);

            Assert.Equal(expected, SettingEffects.ToText(capability.Effect));
            Assert.Equal(capability.Effect == SettingReach.None, capability.Lever.Length == 0);
            Assert.True(capability.Degraded is null || capability.Reason.Length > 0);
        }
    }

    [Theory]
    [InlineData("io read 5 MiB/s", "running")]
    [InlineData("io reads 50/s", "running")]
    [InlineData("io write 5 MiB/s", "none")]
    [InlineData("io min reads 50/s", "none")]
    public void Of_ReadsOnATargetThatLimitsThem_AreInForce(string text, string effect)
    {
        var target = PostgreSql with { Capabilities = [TargetProfile.ReadLimits] };

        Assert.Equal(effect, SettingEffects.ToText(SettingCapability.Of(Setting(text, target), target).Effect));
        Assert.Equal(
            SettingReach.None,
            SettingCapability.Of(Setting(text, target), target with { OperatingSystem = "windows" }).Effect
        );
    }

    [Theory]
    [InlineData("cpu min 10%")]
    [InlineData("cpu cap 20%")]
    [InlineData("grant 10%")]
    [InlineData("io write 5 MiB/s")]
    [InlineData("concurrency 4")]
    [InlineData("queue 5 s")]
    public void Check_SettingNotEnforced_WarnsAndUnderRequireRefuses(string setting)
    {
        var asked = Check($"language 1 pool p {{ {setting} }} default -> p");
        var required = Check($"language 1 pool p {{ require {setting} }} default -> p");

        Assert.Equal(DiagnosticSeverity.Warning, AssertOnly(asked, "RG5001").Severity);
        Assert.NotNull(asked.Policy);
        Assert.Equal(DiagnosticSeverity.Error, AssertOnly(required, "RG5001").Severity);
        Assert.Null(required.Policy);
    }

    [Theory]
    [InlineData("session.app = 'ſtraße'", true)]
    [InlineData("session.host like 'Bıro%' or session.login = 'x'", true)]
    [InlineData("session.login not in ('a', 'µ')", true)]
    [InlineData("session.login = 'ა'", true)]
    [InlineData("session.app = '😀'", true)]
    [InlineData("session.app = exactly '😀 ſ'", false)]
    [InlineData("session.app = 'Straße'", false)]
    [InlineData("session.host like 'Büro%' or session.login = '日本語'", false)]
    [InlineData("session.app = 'Strasse'", false)]
    [InlineData("statement.fingerprint = 'ß'", false)]
    public void Check_SessionTextWithAnotherCapitalOnSqlServer_IsTold(string condition, bool isTold)
    {
        var target = TargetProfile.Generic with { DbmsKind = "sqlserver", DbmsVersion = [16] };

        var check = Check(
            $"language 1 pool p {{ maxdop 2 }} pool q {{ maxdop 3 }} class c -> p when {condition} default -> q",
            target
        );

        Assert.Equal(isTold, check.Diagnostics.Any(found => found.Code == "RG5001"));
    }

    [Theory]
    [InlineData("sqlserver", "session.app like 'SQLAgent%'", true)]
    [InlineData("sqlserver", "session.app like '%sqlagent - TSQL JobStep%' and session.database = 'dw'", true)]
    [InlineData("sqlserver", "session.app = 'SQLAgent - Job Manager' or session.app like 'SQLAgent - TSQL%'", true)]
    [InlineData(
        "sqlserver",
        "session.app like 'SQLAgent%' and session.login = exactly 'NT SERVICE\\SQLSERVERAGENT'",
        false
    )]
    [InlineData("sqlserver", "session.app = 'Agent'", false)]
    [InlineData("sqlserver", "session.login like 'SQLAgent%'", false)]
    [InlineData("postgresql", "session.app like 'SQLAgent%'", false)]
    public void Check_ClassOfJobSteps_SaysThatThoseOfSysadminsAreNotGoverned(string kind, string condition, bool isTold)
    {
        var target = TargetProfile.Generic with { DbmsKind = kind, DbmsVersion = [16] };

        var check = Check(
            $"language 1 pool p {{ maxdop 2 }} pool q {{ maxdop 3 }} class c -> p when {condition} default -> q",
            target
        );

        var told = check
            .Diagnostics.Where(found =>
                found.Code == "RG5001" && found.Message.Contains("job steps", StringComparison.Ordinal)
            )
            .ToList();
        Assert.Equal(isTold ? 1 : 0, told.Count);
        Assert.All(told, found => Assert.Equal(DiagnosticSeverity.Info, found.Severity));
        Assert.NotNull(check.Policy);
    }

    [Theory]
    [InlineData("grant 64 MiB maxdop 4 memory bandwidth 40%")]
    [InlineData("require cache 50% require cores 50% require cpu weight 5")]
    public void Check_SettingEnforced_IsFine(string settings) =>
        Assert.Empty(Check($"language 1 pool p {{ {settings} }} default -> p").Diagnostics);

    [Fact]
    public void Check_CpuCap_NamesWhatHappensInstead() =>
        Assert.Equal(
            "`cpu cap 20%` (rule `r`) is not enforced as written on `generic` (postgresql). A process "
                + "under a CPU quota "
                + "may hold a lock that all others wait for. The pool gets the lowest safe weight instead.",
            AssertOnly(
                CheckStatements("rule r on class default { when plan.dop > 1 then limit cpu cap 20% }"),
                "RG5001"
            ).Message
        );

    [Fact]
    public void Of_HostWithoutCacheAllocation_HasNoCacheEffect()
    {
        var bare = PostgreSql with { LlcWays = 0, ClassesOfService = 0, HasMemoryBandwidthAllocation = false };

        Assert.Equal(SettingReach.None, SettingCapability.Of(SettingName.Cache, bare).Effect);
        Assert.Equal(SettingReach.None, SettingCapability.Of(SettingName.MemoryBandwidth, bare).Effect);
        AssertOnly(Check("language 1 pool p { cache 1% } default -> p", bare), "RG5001");
    }

    [Theory]
    [InlineData(SettingName.Cache)]
    [InlineData(SettingName.Cores)]
    [InlineData(SettingName.CpuWeight)]
    public void Of_PostgreSqlOnWindows_GovernsNothingOnTheHost(SettingName name) =>
        Assert.Equal(
            SettingReach.None,
            SettingCapability.Of(name, PostgreSql with { OperatingSystem = "windows" }).Effect
        );

    [Fact]
    public void Of_TempdbOnSqlServer2025_IsEnforced() =>
        Assert.Equal(
            SettingReach.Running,
            SettingCapability.Of(SettingName.Tempdb, SqlServer with { DbmsVersion = [17, 0] }).Effect
        );

    [Theory]
    [InlineData("tempdb 10%", 17, true)]
    [InlineData("tempdb 10%", 16, true)]
    [InlineData("tempdb 5 GiB", 17, false)]
    [InlineData("cpu cap 20%", 17, true)]
    [InlineData("cpu cap 100%", 17, false)]
    [InlineData("cpu cap 20% cores 25%", 17, false)]
    public void Check_TrapOfSqlServer_IsTold(string settings, int version, bool isTold)
    {
        var check = Check(
            $"language 1 pool p {{ {settings} }} default -> p",
            SqlServer with
            {
                DbmsVersion = [version],
            }
        );

        Assert.NotNull(check.Policy);
        Assert.Equal(isTold ? ["RG5001"] : [], check.Diagnostics.Select(found => found.Code), StringComparer.Ordinal);
    }

    [Fact]
    public void Bind_HostFacts_AreThoseOfTheTarget()
    {
        var target = PostgreSql with { LlcBytes = 6_000, Cores = 6, Sockets = 2 };
        var check = CheckStatements(
            "class c -> p when plan.working_set > host.llc / host.cores * host.sockets",
            target
        );

        var comparison = Assert.IsType<ComparisonCondition>(check.Policy?.Classes[0].Condition);
        Assert.Equal(new NumberConstant(2_000), comparison.Value);
    }
}
