using RgPolicy.Language.Checking;
using RgPolicy.Language.Diagnostics;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Tests.Checking;

public sealed class ReadyPolicyTests
{
    public static TheoryData<string> Policies() =>
        new(Directory.GetFiles(RepositoryRoot.File("policies"), "*.rgp").Select(Path.GetFileName).OfType<string>());

    [Theory]
    [MemberData(nameof(Policies))]
    public void Check_ReadyPolicy_HasNothingToFix(string name)
    {
        var check = Read(name);

        Assert.DoesNotContain(check.Diagnostics, found => found.Severity != DiagnosticSeverity.Info);
        Assert.NotNull(check.Policy);
        Assert.NotEmpty(check.Policy.Tests);
    }

    public static TheoryData<string, string> PoliciesOnEveryTarget()
    {
        var rows = new TheoryData<string, string>();
        foreach (var file in Directory.GetFiles(RepositoryRoot.File("policies"), "*.rgp"))
        foreach (var target in BuiltInProfiles.Names)
            rows.Add(Path.GetFileName(file), target);
        return rows;
    }

    [Theory]
    [MemberData(nameof(PoliciesOnEveryTarget))]
    public void Check_ReadyPolicy_PassesItsTests(string name, string target)
    {
        var policy =
            Read(name, BuiltInProfiles.Find(target)!).Policy
            ?? throw new InvalidOperationException("The policy has errors.");

        // A test of another host has its figures.
        Assert.All(
            policy.Tests.Where(test => (test.Target ?? target) == target),
            test =>
            {
                var (query, isProvisional) = new ReferenceClassifier(test).Classify(policy);

                Assert.Null(test.PlanPath);
                Assert.All(test.ExpectedClasses, expected => Assert.Equal(expected, query.Name));
                Assert.Equal(test.Expected.OfType<TestExpectation.Provisional>().Any(), isProvisional);
                if (!test.Expected.OfType<TestExpectation.Rule>().Any())
                    AssertPool(test, query.Pool);
            }
        );
    }

    // Where a rule is expected, the pool is the rule's and not the class's.
    private static void AssertPool(PolicyTest test, Pool pool)
    {
        Assert.All(test.Expected.OfType<TestExpectation.Pool>(), expected => Assert.Equal(expected.Name, pool.Name));
        Assert.All(
            test.Expected.OfType<TestExpectation.Value>(),
            expected => Assert.Equal(expected.Setting.Value, pool.Find(expected.Setting.Name)?.Value)
        );
    }

    [Theory]
    [MemberData(nameof(Policies))]
    public void Check_ReadyPolicy_LimitsNoCores(string name) =>
        Assert.All(
            Read(name).Policy?.Pools ?? throw new InvalidOperationException("The policy has errors."),
            pool => Assert.True(pool.Find(SettingName.Cores)?.Value is null or CoreSetValue { Kind: CoreSetKind.All })
        );

    private static PolicyCheck Read(string name) => Read(name, TargetProfile.Generic);

    private static PolicyCheck Read(string name, TargetProfile target) =>
        PolicyReader.Check(File.ReadAllBytes(RepositoryRoot.File("policies", name)), name, target);
}
