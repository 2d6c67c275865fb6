using System.Collections.Immutable;
using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Language.Targets;

namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>What a server tells of its host: not more than its CPUs.</summary>
/// <param name="OperatingSystem"><c>linux</c> or <c>windows</c>.</param>
/// <param name="Sockets">At least one.</param>
/// <param name="NumaNodes">The server's cores of each node.</param>
internal sealed record SqlServerHost(string OperatingSystem, int Sockets, ImmutableArray<ImmutableArray<int>> NumaNodes)
{
    /// <summary>The server as a target for policies.</summary>
    public TargetProfile Profile(string name, SqlServerFacts facts) =>
        TargetProfile.Generic with
        {
            Name = name,
            DbmsKind = "sqlserver",
            DbmsVersion = facts.Version,
            OperatingSystem = OperatingSystem,
            Cores = Math.Max(1, facts.Schedulers.Length),
            Sockets = Sockets,
            NumaNodes = NumaNodes,
            LlcWays = 0,
            ClassesOfService = 0,
            HasMemoryBandwidthAllocation = false,
        };
}
