using RgPolicy.Engine.Observe;
using RgPolicy.Engine.Tests.Building;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Targets;
using RgPolicy.Plans;
using static RgPolicy.Engine.Tests.Building.PolicyBuilder;
using static RgPolicy.Engine.Tests.Building.Scene;

namespace RgPolicy.Engine.Tests.Decide;

/// <summary>Limits of reads are for statements that write nothing.</summary>
public sealed class GovernorReadLimitTests
{
    private static readonly TargetProfile Target = TargetProfile.Generic with
    {
        Capabilities = [TargetProfile.ReadLimits],
    };

    private static Scene Limited(TargetProfile target) =>
        new(
            new PolicyBuilder()
                .Pool("critical")
                .Pool(
                    "readers",
                    Amount(SettingName.IoRead, 1_000_000, SignalType.Bytes),
                    Amount(SettingName.IoReads, 500, SignalType.Count)
                )
                .Class("scan", "readers", Is("plan.shape", "scan"))
                .Default("critical")
                .Build(),
            target
        );

    [Fact]
    public void Allot_LimitOfReads_ThrottlesWhereTheTargetHasIt()
    {
        var pool = Limited(Target).Program.Pools[1];
        var without = Limited(TargetProfile.Generic).Program.Pools[1];

        Assert.Equal((1, 1_000_000L, 500), (pool.Number, pool.ReadBytesPerSecond, pool.ReadsPerSecond));
        Assert.All(pool.Settings, setting => Assert.Equal("running", setting.Effect));
        Assert.Equal(
            (0, (long?)null, (int?)null),
            (without.Number, without.ReadBytesPerSecond, without.ReadsPerSecond)
        );
        Assert.All(without.Settings, setting => Assert.Equal("none", setting.Effect));
    }

    [Fact]
    public void Decide_StatementThatWrites_IsMovedButNeverWaitsForReads()
    {
        var scene = Limited(Target);
        var read = Scan(10, 0, 11);
        var write = Scan(10, 1.5, 11) with
        {
            Statement = new StatementFacts(StatementKind.Update, "g", "update t set a = 1", false),
        };
        var unknown = Scan(10, 2.5, 11) with { Statement = null };

        Assert.Equal([(10, true), (11, true)], scene.Turn(1, read).Moves.Select(m => (m.ProcessId, m.MayWaitForReads)));
        Assert.Empty(scene.Turn(1.1, read).Moves);
        Assert.Equal(
            [(10, 1, false), (11, 1, false)],
            scene.Turn(2, write).Moves.Select(m => (m.ProcessId, m.PoolNumber, m.MayWaitForReads))
        );
        Assert.Empty(scene.Turn(3, unknown).Moves);
        Assert.Equal(
            [(10, true), (11, true)],
            scene.Turn(4, Scan(10, 3.5, 11)).Moves.Select(m => (m.ProcessId, m.MayWaitForReads))
        );
    }
}
