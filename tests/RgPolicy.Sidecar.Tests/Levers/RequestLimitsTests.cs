using RgPolicy.Host.Facts;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Levers;
using RgPolicy.Sidecar.Options;

namespace RgPolicy.Sidecar.Tests.Levers;

public sealed class RequestLimitsTests
{
    [Fact]
    public void CacheCpus_OfAPart_AreHeldToThoseOfItsPool()
    {
        var facts = HostProbe.Read(FileRoot.Machine, false, null);
        var cpu = facts.Topology.Cpus.First();
        var limits = new RequestLimits(Limits.Default with { Pools = [new PoolLimits(1) { AllowedCores = [cpu] }] });
        PoolSpec part = new()
        {
            Number = 7,
            PartOf = 1,
            WayCount = 2,
            CacheCpus = [cpu, 8000],
        };

        var problems = new List<string>();
        Assert.Equal(cpu, Assert.Single(limits.CacheCpus(part, facts, problems).CacheCpus ?? []));
        Assert.Single(problems);
    }
}
