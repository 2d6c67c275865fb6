using RgPolicy.Engine.Sharing;
using RgPolicy.Host.Protocol;
using RgPolicy.Language.Targets;
using RgPolicy.Service.Status.Mapping;
using RgPolicy.Service.Tests.Scripted;

namespace RgPolicy.Service.Tests.Status;

public sealed class PartsNoteTests
{
    private const string Dynamic = LoopScene.PolicyText + "\ncache strategy dynamic";

    private static readonly SidecarState Sidecar = new("1.2.3", 1, 2, null, [], [], [], 0, 0, 0) { MostPools = 32 };
    private static readonly HostShare Shared = new(["maria", "mssql"], 3, 7, null, false);

    [Fact]
    public void Of_NothingInTheWay_IsNone()
    {
        Assert.Null(PartsNote.Of(LoopScene.Compile(Dynamic), Sidecar, null));
        Assert.Null(PartsNote.Of(LoopScene.Compile(Dynamic), null, null));
        Assert.Null(PartsNote.Of(LoopScene.Compile(LoopScene.PolicyText), Sidecar with { MostPools = null }, Shared));
    }

    [Fact]
    public void Of_OlderSidecar_NamesItsVersion() =>
        Assert.Equal(
            "the sidecar is of version 1.2.3, which is older than parts of pools: the queries of a pool share its ways",
            PartsNote.Of(LoopScene.Compile(Dynamic), Sidecar with { MostPools = null }, Shared)?.Reason
        );

    [Fact]
    public void Of_SidecarThatTakesNone_HasItsReason() =>
        Assert.StartsWith(
            "root said so: ",
            PartsNote
                .Of(LoopScene.Compile(Dynamic), Sidecar with { MostPools = null, WhyNoParts = "root said so" }, null)
                ?.Reason,
            StringComparison.Ordinal
        );

    [Fact]
    public void Of_NoNumberIsLeft_NamesTheLimit() =>
        Assert.Equal(
            "the sidecar takes 1 pools (max_pools of its limits), and the policy's leave none for a part: "
                + "the queries of a pool share its ways",
            PartsNote.Of(LoopScene.Compile(Dynamic), Sidecar with { MostPools = 1 }, null)?.Reason
        );

    [Fact]
    public void Of_StrategyIsNotCarriedOut_IsNone() =>
        Assert.Null(
            PartsNote.Of(
                LoopScene.Compile(Dynamic, TargetProfile.Generic with { ClassesOfService = 2 }),
                Sidecar with
                {
                    MostPools = null,
                },
                Shared
            )
        );

    [Fact]
    public void Of_SharedHost_NamesTheOtherServers() =>
        Assert.Equal(
            "the host is shared with maria, mssql: the queries of a pool share its ways",
            PartsNote.Of(LoopScene.Compile(Dynamic), Sidecar, Shared)?.Reason
        );
}
