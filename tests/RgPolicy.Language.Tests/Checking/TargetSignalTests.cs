using RgPolicy.Language.Targets;
using static RgPolicy.Language.Tests.PolicyTexts;

namespace RgPolicy.Language.Tests.Checking;

public sealed class TargetSignalTests
{
    [Theory]
    [InlineData("postgresql", "plan.phase = scan", false)]
    [InlineData("sqlserver", "plan.phase = scan", true)]
    [InlineData("mariadb", "plan.shape = scan or plan.phase in (scan, sort)", true)]
    [InlineData("mysql", "plan.phase is known", true)]
    [InlineData("mysql", "plan.phase is not known", false)]
    [InlineData("mysql", "not plan.phase = scan", false)]
    [InlineData("mariadb", "request.memory > 1 GiB", false)]
    [InlineData("mysql", "request.memory > 1 GiB", true)]
    [InlineData("postgresql", "request.memory > 1 GiB", true)]
    [InlineData("sqlserver", "request.memory > 1 GiB", false)]
    public void Check_SignalThatTheServerNeverTells_IsSaidOfClassAndStep(string kind, string condition, bool isTold)
    {
        var target = TargetProfile.Generic with { DbmsKind = kind, DbmsVersion = [16] };

        var ofClass = CheckStatements($"class c -> p when {condition}", target);
        var ofStep = CheckStatements($"rule r on class default {{ when {condition} then log }}", target);

        Assert.Equal(isTold, ofClass.Diagnostics.Any(found => found.Code == "RG5001"));
        Assert.Equal(isTold, ofStep.Diagnostics.Any(found => found.Code == "RG5001"));
    }

    [Fact]
    public void Check_NoTargetNamed_SaysNothing() =>
        Assert.DoesNotContain(
            CheckStatements(
                "class c -> p when request.memory > 1 GiB",
                TargetProfile.Generic with
                {
                    IsAssumed = true,
                }
            ).Diagnostics,
            found => found.Code == "RG5001"
        );
}
