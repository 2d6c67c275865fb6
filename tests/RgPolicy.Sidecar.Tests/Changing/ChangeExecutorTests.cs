using RgPolicy.Host.Kernel;
using RgPolicy.Sidecar.Changing;
using RgPolicy.Testing.Host;
using static RgPolicy.Sidecar.Tests.Changing.ChangeHost;

namespace RgPolicy.Sidecar.Tests.Changing;

/// <summary>A change fails or its executor dies at every step there is.</summary>
public sealed class ChangeExecutorTests
{
    private static readonly CacheGroupState[] First = [Group(1, 0xff, 100, 100, 101), Group(2, 0xf00, 50, 102)];
    private static readonly CacheGroupState[] Second = [Group(2, 0x3, 70, 100), Group(3, 0xff0, 30, 101, 102)];

    [Fact]
    public void Run_WhenAnyOperationFails_IsTakenBackWhole()
    {
        var operations = Operations();
        for (var failing = 0; failing < operations; failing++)
        {
            using var host = new ChangeHost();
            Assert.Equal(string.Empty, host.Change(First).Problem);
            var before = host.Snapshot();
            for (var i = 0; i < failing; i++)
                host.Double.Inject(new KernelFault(string.Empty, string.Empty, 0));

            host.Double.Inject(new KernelFault(string.Empty, string.Empty, KernelError.Busy));
            var outcome = host.Change(Second);

            // A list of tasks that fails is tried again one by one.
            if (outcome.FailedAt is { } step)
            {
                Assert.True(outcome.IsClean);
                Assert.Equal(KernelError.Busy, outcome.Error);
                Assert.Equal(before, host.Snapshot());
            }
            else
            {
                Assert.Contains(
                    "/tasks",
                    host.Double.Log.First(l => l.EndsWith("EBUSY", StringComparison.Ordinal)),
                    StringComparison.Ordinal
                );
            }
        }
    }

    [Fact]
    public void Run_WhenItsCallerDiesAnywhere_NextStartRestores()
    {
        var operations = Operations();
        for (var step = 0; step <= operations; step++)
        {
            using var host = new ChangeHost();
            var original = host.Snapshot();
            Assert.Equal(string.Empty, host.Change(First).Problem);
            host.Double.DiesAfter = step;
            var died = Record.Exception(() => host.Change(Second)) is CallerDiedException;

            Assert.Equal(step < operations, died);
            Assert.True(host.Reconcile());
            Assert.Equal(original, host.Snapshot());
            Assert.True(host.Reconcile(), "restoring twice");
        }
    }

    [Fact]
    public void Run_WhenTheRestoringDiesToo_TheNextStartRestores()
    {
        for (var step = 0; step < 6; step++)
        {
            using var host = new ChangeHost();
            var original = host.Snapshot();
            Assert.Equal(string.Empty, host.Change(First).Problem);
            host.Double.DiesAfter = 2;
            _ = Record.Exception(() => host.Change(Second));
            host.Double.DiesAfter = step;
            _ = Record.Exception(() =>
                new RgPolicy.Sidecar.Levers.Restorer(host.Double.Root, host.Journal, _ => { }).RestoreAll()
            );

            Assert.True(host.Reconcile());
            Assert.Equal(original, host.Snapshot());
        }
    }

    [Fact]
    public void Run_OverlappingAnExclusiveGroup_SaysWhoseWaysTheyAre()
    {
        using var host = new ChangeHost();
        Assert.Equal(0, host.Double.Write(Resctrl + "/schemata", "L3:0=3fff;1=3fff\n"));
        Assert.Equal(0, host.Double.Write(Resctrl + "/foreign/mode", "exclusive\n"));
        var before = host.Snapshot();

        var outcome = host.Change(Group(1, 0x7c000, 100));

        Assert.Contains("another manager's group", outcome.Problem, StringComparison.Ordinal);
        Assert.Equal(before, host.Snapshot());
    }

    [Fact]
    public void Run_OnAValueThatDoesNotStay_IsTakenBack()
    {
        using var host = new ChangeHost();
        // Another program writes right after us: what is read back is not what was written.
        host.Double.Inject(new KernelFault("write", "rgp_1/schemata", -1));

        var outcome = host.Change(Group(1, 3, 100));

        Assert.NotNull(outcome.FailedAt);
        Assert.False(host.Double.Root.HasDirectory(Resctrl + "/rgp_1"));
    }

    [Fact]
    public void Run_WithAVanishedTask_MovesTheOthers()
    {
        using var host = new ChangeHost();
        host.Double.EndTask(101);

        Assert.Equal(string.Empty, host.Change(Group(1, 3, 100, 100, 101, 102)).Problem);

        Assert.Equal(["100", "102"], host.Double.Root.ReadLines(Resctrl + "/rgp_1/tasks"));
    }

    [Fact]
    public void Run_OnAFullDisk_ChangesNothing()
    {
        using var host = new ChangeHost();
        var before = host.Snapshot();
        host.Journal.Dispose();

        var outcome = host.Change(Group(1, 3, 100));

        Assert.Contains("journal", outcome.Problem, StringComparison.Ordinal);
        Assert.Equal(before, host.Snapshot());
    }

    private static int Operations()
    {
        using var host = new ChangeHost();
        Assert.Equal(string.Empty, host.Change(First).Problem);
        var before = host.Double.Log.Count;
        Assert.Equal(string.Empty, host.Change(Second).Problem);
        return host.Double.Log.Count - before;
    }
}
