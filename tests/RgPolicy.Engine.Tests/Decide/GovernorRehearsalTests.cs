using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Tests.Classify;
using RgPolicy.Language.Targets;
using static RgPolicy.Engine.Tests.Building.Scene;

namespace RgPolicy.Engine.Tests.Decide;

public sealed class GovernorRehearsalTests
{
    [Fact]
    public void Run_RandomPolicies_EndsWithoutATrace()
    {
        for (var seed = 0; seed < 200; seed++)
        {
            var program = PolicyProgram.Compile(new RandomPolicies(new Random(seed)).Policy(), TargetProfile.Generic);

            GovernorRehearsal.Run(program);

            Assert.Empty(new Governor(program, new GovernorOptions()).Queries);
        }
    }

    [Fact]
    public void Run_RulesAndStrategies_Ends()
    {
        foreach (var policy in new[] { Htap().Build(), WithRule().Build() })
            GovernorRehearsal.Run(PolicyProgram.Compile(policy, TargetProfile.Generic));
    }
}
