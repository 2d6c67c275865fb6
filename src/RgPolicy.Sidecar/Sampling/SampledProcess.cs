using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Sampling;

/// <summary>
/// A process whose marks are cleared and read. Its files are opened while it is pinned and checked, and mean that
/// process for good: once it has ended they answer with an error, whoever has its number then.
/// </summary>
internal sealed class SampledProcess : IDisposable
{
    // The marks of all pages, without a protection of them (proc_pid_clear_refs(5)).
    private const byte ReferencedMarks = (byte)'1';
    private readonly int _clear;
    private readonly int _maps;
    private readonly int _reads;

    private SampledProcess(int clear, int maps, int reads, double walk) =>
        (_clear, _maps, _reads, WalkMicroseconds) = (clear, maps, reads, walk);

    /// <summary>What a walk over its memory should take, by what it had when it was opened.</summary>
    internal double WalkMicroseconds { get; }

    /// <summary>Opens it, or says why not.</summary>
    /// <param name="root">Where <c>/proc</c> begins.</param>
    /// <param name="processId">The process.</param>
    /// <param name="refuse">Why it may not be touched, or null.</param>
    /// <param name="problem">Why there is none; empty otherwise.</param>
    internal static SampledProcess? Open(
        FileRoot root,
        int processId,
        Func<ProcessStat, string?> refuse,
        out string problem
    )
    {
        using var pinned = PinnedProcess.Open(root, processId, out var stat);
        problem = pinned is null ? "the process is gone" : refuse(stat) ?? string.Empty;
        if (pinned is null || problem.Length > 0)
            return null;

        var found = new SampledProcess(
            OpenFile(root, processId, "clear_refs", KernelFile.WriteOnly),
            OpenFile(root, processId, "smaps", 0),
            OpenFile(root, processId, "io", 0),
            WalkCost.Of(root, processId)
        );
        problem =
            !pinned.IsAlive ? "the process is gone"
            : found._clear < 0 || found._maps < 0 ? "the kernel does not let the sidecar see its memory"
            : string.Empty;
        if (problem.Length == 0)
            return found;

        found.Dispose();
        return null;
    }

    /// <summary>Clears its marks; false when it is gone.</summary>
    internal bool Clear() => KernelFile.WriteAll(_clear, [ReferencedMarks]) == 0;

    /// <summary>What it has touched since; null when it is gone, or when the time is over.</summary>
    internal TouchedBytes? Read(TouchedReader reader, long until) => reader.Read(_maps, until);

    /// <summary>Bytes that it has read from files so far, also those that were in the kernel's cache.</summary>
    internal long ReadBytes()
    {
        Span<byte> text = stackalloc byte[64];
        var length = _reads < 0 ? 0 : (int)Libc.ReadAt(_reads, text, text.Length, 0);
        ReadOnlySpan<byte> line = length > 0 ? text[..length] : [];
        return
            line.StartsWith("rchar: "u8)
            && System.Buffers.Text.Utf8Parser.TryParse(line["rchar: ".Length..], out long bytes, out _)
            ? bytes
            : 0;
    }

    public void Dispose()
    {
        foreach (var descriptor in (ReadOnlySpan<int>)[_clear, _maps, _reads])
            _ = descriptor >= 0 ? Libc.Close(descriptor) : 0;
    }

    private static int OpenFile(FileRoot root, int processId, string name, int mode) =>
        Libc.Open(
            root.Path(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/{name}")),
            mode | KernelFile.CloseOnExec | KernelFile.NoFollow,
            0
        );
}
