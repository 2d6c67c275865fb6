using RgPolicy.Engine.Observe;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using RgPolicy.Plans.Judge;

namespace RgPolicy.Simulation.Tests.Running;

/// <summary>The tests inside the policies that ship give what plans can tell, and no other combination.</summary>
public sealed class ShippedPolicyTestSignalTests
{
    // Of what a test does not give, something has to fit: nothing, what fills any cache, and what lies between.
    private static readonly decimal[] AnyBytes = [0, 1024, 1e12m];

    public static TheoryData<string> Policies() =>
        [
            .. Directory
                .GetFiles(Path.Combine(AppContext.BaseDirectory, "policies"), "*.rgp")
                .Select(file => Path.GetFileNameWithoutExtension(file)),
        ];

    [Theory]
    [MemberData(nameof(Policies))]
    public void Given_CacheUse_IsWhatAPlanWithTheOtherFiguresIsJudgedToBe(string name)
    {
        var policy = Read(name);
        Assert.NotNull(policy);
        Assert.All(
            policy.Tests.Where(test => Word(test, "plan.cache_use") is not null),
            test => Assert.True(IsPossible(test), $"`{test.Name}`: {Described(test)}")
        );
    }

    [Theory]
    [MemberData(nameof(Policies))]
    public void Given_WithoutPlan_TellsNothingOfTheCache(string name)
    {
        var policy = Read(name);
        Assert.NotNull(policy);
        Assert.All(
            policy.Tests.Where(test => (PlanShape?)Word(test, "plan.shape") is PlanShape.Unknown or PlanShape.Utility),
            test =>
                Assert.True(
                    Word(test, "plan.cache_use") is null && Word(test, "plan.locality") is null,
                    $"`{test.Name}`: {Described(test)}"
                )
        );
    }

    private static bool IsPossible(PolicyTest test)
    {
        var target = BuiltInProfiles.Find(test.Target ?? "generic") ?? TargetProfile.Generic;
        var (shape, use) = ((PlanShape?)Word(test, "plan.shape"), (CacheUse?)Word(test, "plan.cache_use"));
        return shape is { } known
            && Bytes(test, "plan.working_set")
                .SelectMany(_ => Bytes(test, "plan.streamed"), (set, streamed) => (set, streamed))
                .Any(figures =>
                    FigureJudge
                        .Profile(known, figures.streamed, figures.set, 0, 1, PlanJudging.CachesOf(target))
                        .CacheUse == use
                );
    }

    private static Policy? Read(string name) =>
        PolicyReader
            .Check(
                File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "policies", name + ".rgp")),
                name,
                TargetProfile.Generic
            )
            .Policy;

    private static int? Word(PolicyTest test, string signal) =>
        Given(test, signal)?.Values[0] is WordConstant word ? word.Index : null;

    private static decimal[] Bytes(PolicyTest test, string signal) =>
        Given(test, signal)?.Values[0] is NumberConstant number ? [(decimal)number.Value.ToDouble()] : AnyBytes;

    private static GivenSignal? Given(PolicyTest test, string signal) =>
        test.Given.FirstOrDefault(given => given.Signal.Name == signal);

    private static string Described(PolicyTest test) =>
        string.Join(", ", test.Given.Select(given => $"{given.Signal.Name} {string.Join(' ', given.Values)}"));
}
