using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Tests.Building;

/// <summary>Hosts that differ in what policies are compiled by.</summary>
internal static class Targets
{
    /// <summary>Two sockets of two L3 domains; the processor's other hardware fills two ways.</summary>
    public static TargetProfile TwoSockets { get; } =
        TargetProfile.Generic with
        {
            Name = "two_sockets",
            Sockets = 2,
            Cores = 16,
            LlcWays = 12,
            ShareableBits = 0b1100_0000_0000,
            ClassesOfService = 5,
            BandwidthStepPercent = 25,
            LeastBandwidthPercent = 25,
            Capabilities = [TargetProfile.ReadLimits],
            L3Domains = [Domain(0, 0, 0), Domain(1, 0, 2), Domain(16, 1, 4), Domain(17, 1, 6)],
            NumaNodes =
            [
                [0, 1, 2, 3, 8, 9, 10, 11],
                [4, 5, 6, 7, 12, 13, 14, 15],
            ],
        };

    /// <summary>A small one in which the classes of service do not suffice.</summary>
    public static TargetProfile FewClasses { get; } =
        TargetProfile.Generic with
        {
            Name = "few_classes",
            Cores = 4,
            LlcWays = 11,
            MinimumMaskBits = 2,
            ClassesOfService = 4,
            HasMemoryBandwidthAllocation = false,
        };

    public static ImmutableArray<TargetProfile> All { get; } =
    [
        TargetProfile.Generic,
        TwoSockets,
        FewClasses,
        TwoSockets with
        {
            Name = "sparse",
            HasSparseMasks = true,
            ClassesOfService = 16,
            DbmsKind = "mariadb",
            DbmsVersion = [11],
        },
        TargetProfile.Generic with
        {
            Name = "no_cache",
            LlcWays = 0,
            ClassesOfService = 0,
        },
        TargetProfile.Generic with
        {
            Name = "sqlserver_2022",
            DbmsKind = "sqlserver",
            DbmsVersion = [16],
        },
        TargetProfile.Generic with
        {
            Name = "sqlserver_2019",
            DbmsKind = "sqlserver",
            DbmsVersion = [15],
            OperatingSystem = "windows",
        },
        TargetProfile.Generic with
        {
            Name = "mysql_windows",
            DbmsKind = "mysql",
            DbmsVersion = [8, 4],
            OperatingSystem = "windows",
        },
    ];

    private static L3Domain Domain(int id, int socket, int first) =>
        new(id, socket, 16 << 20, [Core(first), Core(first + 1)]);

    private static ImmutableArray<int> Core(int cpu) => [cpu, cpu + 8];
}
