using RgPolicy.Host.Facts;
using RgPolicy.Host.Levers;
using RgPolicy.Host.Protocol;
using RgPolicy.Sidecar.Levers;

namespace RgPolicy.Sidecar.Tests.Integration;

/// <summary>Limits of reads on this host's own kernel (cgroup v1).</summary>
[Collection(HostCollection.Name)]
public sealed class ReadLimitTests
{
    private const long Limit = 8 * 1024 * 1024;
    private static readonly PoolSpec Readers = new() { Number = 3, ReadBytesPerSecond = Limit };
    private static readonly CancellationToken None = CancellationToken.None;

    [ReadLimitFact]
    public async Task Move_WhoMayWaitForReads_IsLimitedAndGetsEverythingBack()
    {
        using var server = FakeServer.Start(2, workingDirectory: AppContext.BaseDirectory);
        using var sidecar = SidecarUnderTest.Guarding(server);
        await using var client = await sidecar.ConnectAsync();
        var before = server.Snapshot();

        var pool = Assert.Single(await client.ConfigureAsync([Readers], None));
        var moves = await client.MoveAsync(
            [new(server.Children[0], 3, MayWaitForReads: true), new(server.Children[1], 3)],
            None
        );

        Assert.Empty(pool.Problems);
        Assert.Equal($"{ReadGroups.Bytes}={ReadLimitFactAttribute.Disk} {Limit}", pool.ReadLimit);
        Assert.All(moves, m => Assert.Equal((MoveStatus.Done, string.Empty), (m.Status, m.Detail)));
        Assert.Contains("/rgp_3", ReadGroup(server.Children[0]), StringComparison.Ordinal);
        var directory = DirectoryOf(server.Children[0]);
        Assert.Equal(before[1], server.Snapshot()[1]);
        Assert.Equal(
            LeverNames.Used,
            (await client.GetStateAsync(None)).Levers.First(l => l.Lever == LeverNames.ReadLimit).State
        );

        // A statement that writes does not wait, though it stays in the pool.
        await client.MoveAsync([new(server.Children[0], 3)], None);
        Assert.Equal(before[0], server.Snapshot()[0]);
        await client.MoveAsync([new(server.Children[0], 3, MayWaitForReads: true)], None);
        await client.ReleaseAllAsync(None);
        Assert.Equal(before, server.Snapshot());
        Assert.False(Directory.Exists(directory));
    }

    [ReadLimitFact]
    public async Task Configure_OtherLimits_TheKernelShowsThemAndWhoIsInThePoolStays()
    {
        using var server = FakeServer.Start(1, workingDirectory: AppContext.BaseDirectory);
        using var sidecar = SidecarUnderTest.Guarding(server);
        await using var client = await sidecar.ConnectAsync();
        await client.ConfigureAsync([Readers], None);
        await client.MoveAsync([new(server.Children[0], 3, MayWaitForReads: true)], None);
        var group = ReadGroup(server.Children[0]);
        var directory = DirectoryOf(server.Children[0]);

        var other = Assert.Single(
            await client.ConfigureAsync([Readers with { ReadBytesPerSecond = null, ReadsPerSecond = 700 }], None)
        );
        Assert.Equal($"{ReadGroups.Reads}={ReadLimitFactAttribute.Disk} 700", other.ReadLimit);
        Assert.Equal(group, ReadGroup(server.Children[0]));

        // What would stall a query is raised to root's least; a pool without a limit has no group.
        var least = Assert.Single(await client.ConfigureAsync([Readers with { ReadBytesPerSecond = 1 }], None));
        Assert.Contains("root's least", Assert.Single(least.Problems), StringComparison.Ordinal);
        Assert.EndsWith(" 1048576", least.ReadLimit, StringComparison.Ordinal);
        await client.ConfigureAsync([new PoolSpec { Number = 3, CpuShare = 0.5 }], None);
        Assert.DoesNotContain("rgp_", ReadGroup(server.Children[0]), StringComparison.Ordinal);
        Assert.False(Directory.Exists(directory));
    }

    [ReadLimitFact]
    public async Task Kill_BothHalves_ResetGivesBackWhereReadsWereNotLimited()
    {
        using var server = FakeServer.Start(2, workingDirectory: AppContext.BaseDirectory);
        using var sidecar = SidecarUnderTest.Guarding(server);
        await using var client = await sidecar.ConnectAsync();
        var before = server.Snapshot();
        await client.ConfigureAsync([Readers], None);
        await client.MoveAsync([new(server.Children[0], 3, MayWaitForReads: true)], None);
        var directory = DirectoryOf(server.Children[0]);

        sidecar.KillBoth();

        // The client resets as soon as it has lost both.
        Eventually.True(() => server.Snapshot().SequenceEqual(before, StringComparer.Ordinal), "restored");
        Eventually.True(() => !Directory.Exists(directory), "the group is gone");
    }

    private static string ReadGroup(int process) =>
        CgroupHierarchy.ReadPathOf(FileRoot.Machine, process) ?? string.Empty;

    private static string? DirectoryOf(int process) => CgroupHierarchy.FindReads(FileRoot.Machine, process)?.Directory;
}
