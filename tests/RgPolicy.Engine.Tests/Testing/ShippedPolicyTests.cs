using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Signals;
using RgPolicy.Engine.Testing;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;

namespace RgPolicy.Engine.Tests.Testing;

/// <summary>Every ready policy must read without a warning, compile for the generic target and pass its
/// own tests.</summary>
public sealed class ShippedPolicyTests
{
    public static TheoryData<string> Policies() =>
        new(Directory.EnumerateFiles(Path.Combine(Root(), "policies"), "*.rgp").Select(path => Path.GetFileName(path)));

    [Theory]
    [MemberData(nameof(Policies))]
    public void ShippedPolicy_OnGeneric_PassesItsTests(string name)
    {
        var folder = Path.Combine(Root(), "policies");
        PolicyCheck On(TargetProfile target) =>
            PolicyReader.Check(File.ReadAllBytes(Path.Combine(folder, name)), name, target);
        var check = On(TargetProfile.Generic);
        Assert.DoesNotContain(check.Diagnostics, item => item.Severity != DiagnosticSeverity.Info);
        var program = PolicyProgram.Compile(check.Policy!, TargetProfile.Generic);
        Assert.NotEmpty(check.Policy!.Tests);

        var results = new PolicyTestRunner(
            program,
            path => File.ReadAllBytes(Path.Combine(folder, path)),
            target =>
                BuiltInProfiles.Find(target) is { } profile ? PolicyProgram.Compile(On(profile).Policy!, profile) : null
        ).RunAll();

        Assert.All(results, result => Assert.Equal("", result.Message));
    }

    /// <summary>What is not known keeps the whole machine, so that nothing becomes slower by being governed.</summary>
    [Theory]
    [MemberData(nameof(AllPolicies))]
    public void ShippedPolicy_NothingKnownOfPlanAndKind_KeepsTheWholeMachine(string name)
    {
        foreach (var target in Targets.Where(target => IsFor(name, target)))
        {
            var check = PolicyReader.Check(File.ReadAllBytes(Path.Combine(Root(), name)), name, target);
            var program = PolicyProgram.Compile(check.Policy!, target);
            foreach (var values in Unknown(target))
            {
                var pool = program.PoolOf(
                    program.Classify(values, NodaTime.Instant.FromUtc(2026, 11, 20, 9, 0)).ClassIndex
                );

                Assert.False(pool.Throttles, $"pool {pool.Pool.Name} throttles on {target.DbmsKind}");
                Assert.All(pool.Pool.Settings, setting => Assert.True(IsHarmless(setting), setting.Text));
            }
        }
    }

    /// <summary>What has no plan and belongs to no login that is named is throttled, but only once it has used much of
    /// the processor, and never while others wait for it.</summary>
    [Theory]
    [MemberData(nameof(Policies))]
    public void ShippedPolicy_NoPlanAndMuchProcessorTime_IsThrottledByThen(string name)
    {
        var check = PolicyReader.Check(
            File.ReadAllBytes(Path.Combine(Root(), "policies", name)),
            name,
            TargetProfile.Generic
        );
        var program = PolicyProgram.Compile(check.Policy!, TargetProfile.Generic);
        var governor = new Governor(program, new GovernorOptions());
        var query = Scene.Query(1, PlanFacts.Absent("none")) with
        {
            Statement = new StatementFacts(StatementKind.Other, "f", null, false),
        };

        Assert.False(IsThrottled(2, 0, 10));
        Assert.True(IsThrottled(3, 0, 11));
        Assert.False(IsThrottled(4, 1, 12));

        bool IsThrottled(int cpuSeconds, int blocking, int second)
        {
            governor.Decide(
                Scene.See(second, query) with
                {
                    Figures = [new RequestFigures(TimeSpan.FromSeconds(cpuSeconds), 0, null, null, 0)],
                    Blocking = new Dictionary<int, int> { [1] = blocking },
                }
            );
            var number = governor.Find(1)!.PoolNumber;
            return program.ThrottlingPools.Any(pool => pool.Number == number);
        }
    }

    public static TheoryData<string> AllPolicies() =>
        new(
            new[] { "policies", "samples" }
                .SelectMany(folder =>
                    Directory.EnumerateFiles(Path.Combine(Root(), folder), "*.rgp", SearchOption.AllDirectories)
                )
                .Select(path => Path.GetRelativePath(Root(), path))
                .Order(StringComparer.Ordinal)
        );

    private static readonly TargetProfile[] Targets =
    [
        TargetProfile.Generic,
        TargetProfile.Generic with
        {
            DbmsKind = "sqlserver",
            DbmsVersion = [16],
        },
    ];

    private static readonly SettingName[] Harmless =
    [
        SettingName.Cache,
        SettingName.Cores,
        SettingName.CpuWeight,
        SettingName.CpuMin,
    ];

    /// <summary>A degree of parallelism that is not serial is what an administrator gives everybody.</summary>
    private static bool IsHarmless(Setting setting) =>
        Harmless.Contains(setting.Name)
        || setting is { Name: SettingName.Maxdop, Value: AmountValue amount } && amount.Amount > 1;

    private static bool IsFor(string name, TargetProfile target) =>
        name.Contains("sqlserver", StringComparison.Ordinal) == (target.DbmsKind == "sqlserver");

    /// <summary>No plan can be read; every kind of statement that no class of any policy may call a load, and every
    /// shape that says nothing.</summary>
    private static IEnumerable<SignalValues> Unknown(TargetProfile target)
    {
        foreach (
            var kind in Enum.GetValues<StatementKind>()
                .Where(kind => kind is not (StatementKind.BulkLoad or StatementKind.IndexBuild))
        )
        {
            foreach (
                var plan in new[]
                {
                    PlanFacts.Pending,
                    PlanFacts.Absent("none"),
                    Shape(PlanShape.Unknown),
                    Shape(PlanShape.Utility),
                    Shape(PlanShape.Maintenance),
                }
            )
            {
                var values = new SignalValues();
                var query = Scene.Query(1, plan) with { Statement = new StatementFacts(kind, "f", null, false) };
                SignalMapper.Fill(values, query, Scene.See(1, query), target);
                yield return values;
            }
        }
    }

    private static PlanFacts Shape(PlanShape shape) => PlanFacts.Known(new PlanProfile { Shape = shape }, "test");

    private static string Root()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (!File.Exists(Path.Combine(folder.FullName, "RgPolicy.sln")))
            folder = folder.Parent ?? throw new InvalidOperationException("The repository's root was not found.");

        return folder.FullName;
    }
}
