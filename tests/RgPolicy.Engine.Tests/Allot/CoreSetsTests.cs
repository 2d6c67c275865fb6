using RgPolicy.Engine.Allot;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Engine.Tests.Allot;

public sealed class CoreSetsTests
{
    // Two sockets of two domains each, two cores of two threads in each; ids with gaps, threads numbered as Linux does.
    private static readonly CpuMap Map = CpuMap.Of(
        TargetProfile.Generic with
        {
            Sockets = 2,
            Cores = 16,
            L3Domains = [Domain(0, 0, 0), Domain(1, 0, 2), Domain(16, 1, 4), Domain(17, 1, 6)],
            NumaNodes =
            [
                [0, 1, 8, 9],
                [2, 3, 10, 11],
                [],
                [4, 5, 6, 7, 12, 13, 14, 15],
            ],
        }
    );

    [Theory]
    [InlineData(25, "0,1,8,9")]
    [InlineData(50, "0,1,2,3,8,9,10,11")]
    [InlineData(12, "0,8")]
    [InlineData(13, "0,1,8")]
    [InlineData(37, "0,1,2,8,9,10")]
    [InlineData(75, "0,1,2,3,4,5,8,9,10,11,12,13")]
    public void Resolve_Percent_TakesWholeDomainsThenWholeCores(int percent, string expected) =>
        Assert.Equal(expected, Resolve(new CoreSetValue(CoreSetKind.Percent, percent, [], null)));

    [Theory]
    [InlineData(CoreSetKind.Socket, 1, "4,5,6,7,12,13,14,15")]
    [InlineData(CoreSetKind.Numa, 1, "2,3,10,11")]
    [InlineData(CoreSetKind.Numa, 2, "")]
    [InlineData(CoreSetKind.Socket, 2, "")]
    public void Resolve_Part_IsThatOfTheHost(CoreSetKind kind, int index, string expected) =>
        Assert.Equal(expected, Resolve(new CoreSetValue(kind, null, [], index)));

    [Fact]
    public void Resolve_List_LeavesOutWhatIsNotThere() =>
        Assert.Equal("3,15", Resolve(new CoreSetValue(CoreSetKind.List, null, [3, 15, 99], null)));

    [Fact]
    public void Resolve_AnyPercent_IsRoundedUpAndBreaksAtMostOneDomain()
    {
        for (var percent = 1; percent <= 100; percent++)
        {
            var cores = CoreSets.Resolve(new CoreSetValue(CoreSetKind.Percent, percent, [], null), Map) ?? [];
            var broken = Map.Domains.Count(domain =>
                domain.Cpus.Any(cores.Contains) && !domain.Cpus.All(cores.Contains)
            );

            Assert.Equal((int)Math.Ceiling(percent * 16 / 100m), cores.Length);
            Assert.True(broken <= 1);
        }
    }

    // One domain of a core of four threads, one of three cores of two.
    [Theory]
    [InlineData(60, "4,5,6,7,8,9")]
    [InlineData(40, "0,1,2,3")]
    [InlineData(50, "0,1,2,3,4")]
    public void Resolve_CoresOfUnequalThreads_GoesByThreads(int percent, string expected)
    {
        var map = CpuMap.Of(
            TargetProfile.Generic with
            {
                Cores = 10,
                L3Domains =
                [
                    new(
                        0,
                        0,
                        1 << 20,
                        [
                            [0, 1, 2, 3],
                        ]
                    ),
                    new(
                        1,
                        0,
                        1 << 20,
                        [
                            [4, 5],
                            [6, 7],
                            [8, 9],
                        ]
                    ),
                ],
            }
        );

        Assert.Equal(
            expected,
            string.Join(',', CoreSets.Resolve(new CoreSetValue(CoreSetKind.Percent, percent, [], null), map) ?? [])
        );
    }

    private static string Resolve(CoreSetValue value) => string.Join(',', CoreSets.Resolve(value, Map) ?? []);

    private static L3Domain Domain(int id, int socket, int first) =>
        new(id, socket, 16 << 20, [Core(first), Core(first + 1)]);

    private static ImmutableArray<int> Core(int cpu) => [cpu, cpu + 8];
}
