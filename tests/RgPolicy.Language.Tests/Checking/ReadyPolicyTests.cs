using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Tests.Checking;

public sealed class ReadyPolicyTests
{
    public static TheoryData<string> Policies() =>
        new(Directory.GetFiles(RepositoryRoot.File("policies"), "*.rgp").Select(Path.GetFileName).OfType<string>());

    [Theory]
    [MemberData(nameof(Policies))]
    public void Check_ReadyPolicy_HasNoFinding(string name)
    {
        var bytes = File.ReadAllBytes(RepositoryRoot.File("policies", name));

        var check = PolicyReader.Check(bytes, name, TargetProfile.Generic);

        Assert.Empty(check.Diagnostics);
        Assert.NotNull(check.Policy);
        Assert.NotEmpty(check.Policy.Tests);
    }
}
