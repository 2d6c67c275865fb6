using System.Diagnostics;
using RgPolicy.Sidecar.Moving;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Tests.Moving;

public sealed class ForkWatchTests
{
    [Fact]
    public void Drain_ChildOfThisProcess_IsToldAndGrandchildrenAreNot()
    {
        using var watch = ForkWatch.Open(Environment.ProcessId);
        if (watch is null)
        {
            // Only the host's own pid namespace has these events; its inode is fixed (PROC_PID_INIT_INO).
            Assert.NotEqual("pid:[4026531836]", new FileInfo("/proc/self/ns/pid").LinkTarget, StringComparer.Ordinal);
            return;
        }

        using var child =
            Process.Start(new ProcessStartInfo("/bin/sh", ["-c", "true & true & wait"]))
            ?? throw new InvalidOperationException("sh did not start");
        child.WaitForExit();
        List<int> told = [];

        Assert.True(watch.Drain(told));
        Assert.Contains(child.Id, told);
        Assert.True(told.Count < 3, string.Join(", ", told));
        Assert.Empty(Drained(watch));
    }

    [Fact]
    public void NewChild_ThreadOrOtherParentOrShortMessage_IsNone()
    {
        Assert.Equal(70, ProcessEvents.NewChild(Fork(parent: 5, thread: 70, child: 70), 5));
        Assert.Null(ProcessEvents.NewChild(Fork(parent: 5, thread: 71, child: 70), 5));
        Assert.Null(ProcessEvents.NewChild(Fork(parent: 6, thread: 70, child: 70), 5));
        Assert.Null(ProcessEvents.NewChild(Fork(parent: 5, thread: 70, child: 70).AsSpan(0, 60), 5));
        Assert.Null(ProcessEvents.NewChild([], 5));
    }

    [Fact]
    public void IsAcknowledgement_ErrorOrEvent_IsNone()
    {
        Assert.True(ProcessEvents.IsAcknowledgement(Message(0, 0, 0, 0, 0)));
        Assert.False(ProcessEvents.IsAcknowledgement(Message(0, 1, 0, 0, 0)));
        Assert.False(ProcessEvents.IsAcknowledgement(Fork(parent: 5, thread: 70, child: 70)));
    }

    private static List<int> Drained(ForkWatch watch)
    {
        List<int> told = [];
        _ = watch.Drain(told);
        return told;
    }

    private static byte[] Fork(int parent, int thread, int child) => Message(1, parent, parent, thread, child);

    // Headers of 36 bytes, what happened, CPU, time, who.
    private static byte[] Message(int what, params int[] who) =>
        [.. new byte[36], .. BitConverter.GetBytes(what), .. new byte[12], .. who.SelectMany(BitConverter.GetBytes)];
}
