using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Tests.Classify;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using static RgPolicy.Engine.Tests.Building.Scene;

namespace RgPolicy.Engine.Tests.Decide;

public sealed class GovernorWarmUpTests
{
    private static readonly PlanShape[] Shapes = Enum.GetValues<PlanShape>();

    [Fact]
    public void Run_RandomPolicies_ChangesNoLaterDecision()
    {
        for (var seed = 0; seed < 200; seed++)
        {
            var policy = new RandomPolicies(new Random(seed)).Policy();
            var warm = PolicyProgram.Compile(policy, TargetProfile.Generic);
            GovernorWarmUp.Run(warm);

            Assert.Equal(Decisions(PolicyProgram.Compile(policy, TargetProfile.Generic), seed), Decisions(warm, seed));
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Run_APolicyThatNarrows_MovesAndLetsEveryQueryGo(bool withRule)
    {
        var policy = (withRule ? WithRule() : Htap()).Build();
        var governor = new Governor(PolicyProgram.Compile(policy, TargetProfile.Generic), new GovernorOptions());

        GovernorWarmUp.Run(governor);

        Assert.Empty(governor.Queries);
        Assert.Equal(Shapes.Length, governor.Counters.Queries);
        Assert.True(governor.Counters.Moves > 0);
        Assert.Equal(governor.Counters.Moves, governor.Counters.Releases);
        Assert.Equal((4, 0), (governor.Counters.Turns, governor.Counters.Failures));
        Assert.Equal(DateTimeOffset.UnixEpoch.AddDays(1).AddSeconds(3), governor.Now);
    }

    /// <summary>What a governor says of queries of random shapes over three polls.</summary>
    private static List<string> Decisions(PolicyProgram program, int seed)
    {
        var random = new Random(seed);
        var governor = new Governor(program, new GovernorOptions());
        var said = new List<string>();
        for (var second = 1; second <= 3; second++)
        {
            var queries = Enumerable
                .Range(1, 6)
                .Select(id => Query(id, Plan(Shapes[random.Next(Shapes.Length)])))
                .ToArray();
            said.AddRange(governor.Decide(See(second, queries)).Moves.Select(move => $"{second}: {move}"));
            said.AddRange(
                governor.Queries.Select(query =>
                    $"{second}: {query.Query.ProcessId} {query.Decision} {query.PoolNumber}"
                )
            );
        }

        return said;
    }
}
