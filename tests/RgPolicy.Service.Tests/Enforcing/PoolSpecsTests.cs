using RgPolicy.Engine.Compile;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;
using RgPolicy.Service.Enforcing;

namespace RgPolicy.Service.Tests.Enforcing;

public sealed class PoolSpecsTests
{
    [Fact]
    public void Of_SameMaskEverywhere_IsOneRunOfWays()
    {
        var specs = PoolSpecs.Of(Compile("pool a { cache 10% } pool b { cache 12% }", "broadwell_2s"));

        Assert.Equal([1, 1], specs.Select(spec => spec.ServiceClass ?? 0));
        Assert.All(specs, spec => Assert.Equal((0, 2), (spec.FirstWay, spec.WayCount)));
        Assert.All(specs, spec => Assert.Null(spec.DomainWays));
    }

    [Fact]
    public void Of_ExclusivePoolOnOneSocket_DiffersByDomain()
    {
        var specs = PoolSpecs.Of(
            Compile(
                "pool a { cache 4 ways, exclusive  cores socket 1 } pool b { cache 60%  cpu weight 50 }",
                "broadwell_2s"
            )
        );

        // Below the two ways that I/O fills, and nowhere on the socket where the pool does not run.
        Assert.Equal("0:0+20 1:14+4", Runs(specs[0].DomainWays!.Value));
        Assert.Equal((0, 12, null), (specs[1].FirstWay, specs[1].WayCount, specs[1].DomainWays));
    }

    private static string Runs(IEnumerable<RgPolicy.Host.Protocol.DomainWays> ways) =>
        string.Join(' ', ways.Select(run => $"{run.Domain}:{run.FirstWay}+{run.WayCount}"));

    private static PolicyProgram Compile(string pools, string target)
    {
        var profile = BuiltInProfiles.Find(target)!;
        var text = "language 1\npool top { cpu weight 1000 }\n" + pools + "\ndefault -> top";
        return PolicyProgram.Compile(PolicyReader.Check(text, "p.rgp", profile).Policy!, profile);
    }
}
