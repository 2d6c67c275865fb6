using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;

namespace RgPolicy.Dbms.Tests.SqlServer.Compile;

/// <summary>What of a server's present state makes a configuration weaker than it reads.</summary>
public sealed class GovernorNotesTests
{
    private static readonly TargetProfile Target = TargetProfile.Generic with
    {
        DbmsKind = "sqlserver",
        DbmsVersion = [16],
        Cores = 8,
    };

    private static readonly SqlServerFacts Facts = new([16, 0, 4165, 4], "Enterprise Edition", true)
    {
        Schedulers = [0, 1, 2, 3, 4, 5, 6, 7],
        Cpus = [0, 1, 2, 3, 8, 9, 10, 11],
        HasAutomaticAffinity = false,
        KeepsDefaultApart = true,
    };

    [Fact]
    public void Warnings_ServerThatKeepsToItsCpus_AreNone() => Assert.Empty(Warnings(Facts));

    [Fact]
    public void Warnings_AutomaticAffinity_SaysWhatBindsSchedulers() =>
        Assert.Contains(
            "PROCESS AFFINITY is AUTO",
            Assert.Single(Warnings(Facts with { HasAutomaticAffinity = true })),
            StringComparison.Ordinal
        );

    [Fact]
    public void Warnings_Flag8002_SaysThatCoresAreShared() =>
        Assert.Contains(
            "flag 8002",
            Assert.Single(Warnings(Facts with { HasFlag8002 = true })),
            StringComparison.Ordinal
        );

    [Theory]
    [InlineData(true, false, "too: rgp_b.")]
    [InlineData(false, true, "too: default.")]
    [InlineData(false, false, "too: rgp_b, default.")]
    public void Warnings_PoolsThatRunEverywhere_AreNamed(bool keepsDefaultApart, bool isApart, string said) =>
        Assert.Contains(
            said,
            Assert.Single(Warnings(Facts with { KeepsDefaultApart = keepsDefaultApart }, isApart: isApart)),
            StringComparison.Ordinal
        );

    [Theory]
    [InlineData(true, 2.5, "comes to 2.5 CPUs, and with PROCESS AFFINITY AUTO it has 8 schedulers", "CPU = 0 TO 2 ")]
    [InlineData(true, 0.5, "comes to 0.5 CPUs", "CPU = 0 brings")]
    [InlineData(true, 6, "comes to 6 CPUs", "CPU = 0 TO 3, 8 TO 9 brings")]
    public void Warnings_QuotaBelowTheSchedulers_SaysWhatBringsThemTogether(
        bool isAutomatic,
        double quota,
        string said,
        string statement
    )
    {
        var warning = Assert.Single(
            Warnings(Facts with { HasAutomaticAffinity = isAutomatic, QuotaCpus = quota }, hasCores: false)
        );

        Assert.Contains(said, warning, StringComparison.Ordinal);
        Assert.Contains(statement, warning, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(false, 2.5)]
    [InlineData(true, 8)]
    public void Warnings_QuotaThatFits_AreNone(bool isAutomatic, double quota) =>
        Assert.Empty(Warnings(Facts with { HasAutomaticAffinity = isAutomatic, QuotaCpus = quota }, hasCores: false));

    [Theory]
    [InlineData("cores 0..3", true, "PROCESS AFFINITY is AUTO")]
    [InlineData("cores 0..3", false, null)]
    [InlineData("cpu time 5 s", false, "trace flag 2422 is off")]
    [InlineData("cpu weight 700", false, "IMPORTANCE")]
    public void NotEnforced_RequiredSettingThatIsOnlyWeakened_IsThere(string setting, bool isAutomatic, string? reason)
    {
        var policy = PolicyReader
            .Check($"language 1\npool a {{ require {setting} }}\ndefault -> a", "test.rgp", Target)
            .Policy;

        var left = GovernorCompiler
            .Compile(PolicyProgram.Compile(policy!, Target), Facts with { HasAutomaticAffinity = isAutomatic })
            .NotEnforced;

        Assert.Equal(
            reason is not null,
            left.Any(item => item.Required && item.Reason.Contains(reason ?? "", StringComparison.Ordinal))
        );
    }

    [Theory]
    [InlineData("linux", "by the service on the server's host")]
    [InlineData("windows", "on Windows nothing divides")]
    public void NotEnforced_CacheOfAPool_SaysWhoSetsItOnThisSystem(string system, string reason)
    {
        var target = Target with { OperatingSystem = system };
        var policy = PolicyReader.Check("language 1\npool a { cache 50% }\ndefault -> a", "test.rgp", target).Policy;

        var left = GovernorCompiler.Compile(PolicyProgram.Compile(policy!, target), Facts).NotEnforced;

        Assert.Contains(reason, Assert.Single(left).Reason, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("cpu time 0 s", "0 means no limit")]
    [InlineData("grant wait 0 s", "0 means no limit")]
    [InlineData("io reads 99999999999/s", "the server's largest number here is 2147483647")]
    [InlineData("grant wait 1500 ms", "it becomes 2")]
    [InlineData("grant wait 2 s", null)]
    public void Warnings_NumberThatTheServerReadsOtherwise_SaysSo(string setting, string? said)
    {
        var check = PolicyReader.Check($"language 1\npool a {{ {setting} }}\ndefault -> a", "test.rgp", Target);
        Assert.True(check.Policy is not null, string.Join('\n', check.Diagnostics.Select(each => each.Message)));

        var warnings = GovernorCompiler
            .Compile(PolicyProgram.Compile(check.Policy!, Target), Facts with { HasFlag2422 = true })
            .Warnings;

        if (said is null)
            Assert.Empty(warnings);
        else
            Assert.Contains(said, Assert.Single(warnings), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("13.0.1601.5", true, false, "this build only raises an event")]
    [InlineData("13.0.5026.0", false, false, "trace flag 2422 is off")]
    [InlineData("13.0.5026.0", true, false, null)]
    [InlineData("14.0.3008.27", true, false, "this build only raises an event")]
    [InlineData("14.0.3015.40", true, false, null)]
    [InlineData("16.0.4165.4", true, false, null)]
    [InlineData("16.0", false, true, "ends a request above its CPU time, with error 10961")]
    public void Warnings_CpuTime_SayWhatTheBuildDoes(string version, bool hasFlag, bool isManaged, string? said)
    {
        var warnings = Compile(
            "require cpu time 5 s",
            Facts with
            {
                Version = [.. version.Split('.').Select(part => long.Parse(part, CultureInfo.InvariantCulture))],
                HasFlag2422 = hasFlag,
                IsManagedInstance = isManaged,
            }
        );

        if (said is null)
            Assert.Empty(warnings.Warnings);
        else
            Assert.Contains(said, Assert.Single(warnings.Warnings), StringComparison.Ordinal);
        Assert.Equal(said is not null && !isManaged, warnings.NotEnforced.Any(item => item.Required));
    }

    [Fact]
    public void Compile_LeastReadsAlone_GovernsThePoolsThatWouldTakeThem()
    {
        var compiled = Compile(
            "io min reads 500/s }\npool b { maxdop 2",
            Facts,
            "class one -> b when session.app = 'x'\n"
        );

        Assert.All(compiled.Spec.Pools, pool => Assert.Equal(int.MaxValue, pool.MaxIopsPerVolume));
        Assert.Contains("MAX_IOPS_PER_VOLUME = 2147483647", Assert.Single(compiled.Warnings), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("grant 0%", 0)]
    [InlineData("grant 0.25%", 0.25)]
    [InlineData("grant 0.001%", 0.01)]
    public void Compile_GrantsOfLessThanAPercent_AreGiven(string setting, double expected) =>
        Assert.Equal((decimal)expected, Compile(setting, Facts).Spec.Groups[0].RequestMaxMemoryGrantPercent);

    [Theory]
    [InlineData("slots 3", 3)]
    [InlineData("slots 3, wait 5 s concurrency 5", 3)]
    [InlineData("slots 3 concurrency 2", 2)]
    public void Compile_Slots_AreRequestsAtATime(string settings, int most)
    {
        var compilation = Compile(settings, Facts);

        Assert.Equal(most, compilation.Spec.Groups[0].GroupMaxRequests);
        Assert.Contains(
            "requests beyond it wait before they begin",
            Assert.Single(compilation.Warnings),
            StringComparison.Ordinal
        );
    }

    private static GovernorCompilation Compile(string settings, SqlServerFacts facts, string classes = "")
    {
        var check = PolicyReader.Check(
            $"language 1\npool a {{ {settings} }}\n{classes}default -> a",
            "test.rgp",
            Target
        );
        Assert.True(check.Policy is not null, string.Join('\n', check.Diagnostics.Select(each => each.Message)));
        return GovernorCompiler.Compile(PolicyProgram.Compile(check.Policy!, Target), facts);
    }

    [Theory]
    [InlineData(2, "maxdop 8", "default -> a", "'max degree of parallelism' is 2")]
    [InlineData(
        2,
        "maxdop 8",
        "class scans -> a when plan.shape = scan\npool b { cpu min 10% }\ndefault -> b",
        "Write `maxdop 2` to keep"
    )]
    [InlineData(2, "maxdop 2", "default -> a", null)]
    [InlineData(8, "maxdop 4", "default -> a", null)]
    [InlineData(0, "maxdop 8", "default -> a", null)]
    public void Warnings_MaxdopAboveTheServersOwn_SaysThatItGoesBeyond(
        int ofServer,
        string setting,
        string classes,
        string? said
    )
    {
        var check = PolicyReader.Check($"language 1\npool a {{ {setting} }}\n{classes}", "test.rgp", Target);
        Assert.True(check.Policy is not null, string.Join('\n', check.Diagnostics.Select(each => each.Message)));

        var warnings = GovernorCompiler
            .Compile(PolicyProgram.Compile(check.Policy!, Target), Facts with { MaxDop = ofServer })
            .Warnings;

        if (said is null)
            Assert.Empty(warnings);
        else
            Assert.Contains(said, Assert.Single(warnings), StringComparison.Ordinal);
    }

    private static ImmutableArray<string> Warnings(SqlServerFacts facts, bool hasCores = true, bool isApart = true)
    {
        var check = PolicyReader.Check(
            $"language 1\npool a {{ cpu min 10% {(hasCores ? "cores 0..3" : "")} }}\npool b {{ cpu min 10% {(hasCores && isApart ? "cores 4..5" : "")} }}\nclass one -> a when session.app = 'x'\ndefault -> b",
            "test.rgp",
            Target
        );
        Assert.True(check.Policy is not null, string.Join('\n', check.Diagnostics.Select(each => each.Message)));
        return GovernorCompiler.Compile(PolicyProgram.Compile(check.Policy!, Target), facts).Warnings;
    }
}
