using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Dbms.SqlServer.Configure;
using RgPolicy.Dbms.Tests.SqlServer.Parsing;

namespace RgPolicy.Dbms.Tests.SqlServer.Configure;

/// <summary>Every statement of drawn policies is T-SQL of its release. RGPOLICY_POLICIES=1000 draws more.</summary>
public sealed class GeneratedStatementsTests
{
    [Theory]
    [InlineData(13)]
    [InlineData(14)]
    [InlineData(15)]
    [InlineData(16)]
    [InlineData(17)]
    public void Script_DrawnPolicies_ParseUnderTheirRelease(int major)
    {
        var policies = new GovernorPolicies(seed: major);
        var before = new GovernorState();
        for (var number = 0; number < DrawnCount.Value; number++)
        {
            var spec = GovernorCompiler.Compile(policies.Next(major), GovernorPolicies.Facts(major)).Spec;
            var goal = GovernorGoal.Of(spec, before);
            var script = GovernorScript.Between(before.Own(), goal, isPending: false);
            var errors = script.Steps.SelectMany(step => TransactSql.Errors(step.Sql, major));
            Assert.Empty(errors);
            before = goal;
        }
    }

    [Fact]
    public void Script_SameGoalAgain_IsEmpty()
    {
        var policies = new GovernorPolicies(seed: 7);
        for (var number = 0; number < 50; number++)
        {
            var spec = GovernorCompiler.Compile(policies.Next(16), GovernorPolicies.Facts(16)).Spec;
            var goal = GovernorGoal.Of(spec, new GovernorState());
            Assert.Empty(GovernorScript.Between(goal, GovernorGoal.Of(spec, goal), isPending: false).Steps);
        }
    }
}
