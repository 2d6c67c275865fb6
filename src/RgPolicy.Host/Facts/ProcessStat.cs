namespace RgPolicy.Host.Facts;

/// <summary>What <c>/proc/PID/stat</c> says of a process (proc(5)).</summary>
/// <param name="ProcessId">The process.</param>
/// <param name="Name">Its short name.</param>
/// <param name="State">One letter: <c>R</c>, <c>S</c>, <c>D</c>, <c>Z</c> ...</param>
/// <param name="ParentId">Its parent.</param>
/// <param name="SessionId">Its session's leader.</param>
/// <param name="IsKernelThread">Whether it is a thread of the kernel.</param>
/// <param name="IsExiting">Whether it runs no program any more: on cgroup v1 it has left its groups.</param>
/// <param name="StartTime">When it started, in clock ticks after boot: with the number it names a
/// process for good.</param>
internal readonly record struct ProcessStat(
    int ProcessId,
    string Name,
    char State,
    int ParentId,
    int SessionId,
    bool IsKernelThread,
    bool IsExiting,
    ulong StartTime
)
{
    // The kernel's PF_KTHREAD and PF_EXITING.
    private const uint KernelThreadFlag = 0x00200000;
    private const uint ExitingFlag = 0x00000004;

    // After the name; what follows the start is not looked at.
    private const int Fields = 20;

    /// <summary>Reads it, or null when there is no such process.</summary>
    public static ProcessStat? Read(FileRoot root, int processId) =>
        Parse(root.ReadText(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/stat")));

    /// <summary>Whether it ends, or has ended and only waits to be collected by its parent.</summary>
    public bool HasEnded => IsExiting || State is 'Z' or 'X';

    // The name may hold blanks and brackets: what counts is the last closing bracket.
    internal static ProcessStat? Parse(string? text)
    {
        var open = text?.IndexOf('(', StringComparison.Ordinal) ?? -1;
        var close = text?.LastIndexOf(')') ?? -1;
        if (text is null || open < 1 || close < open)
            return null;

        var rest = text.AsSpan(close + 1);
        Span<Range> fields = stackalloc Range[Fields + 1];
        var culture = CultureInfo.InvariantCulture;
        if (
            rest.Split(fields, ' ', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries) < Fields
            || !int.TryParse(text.AsSpan(0, open).Trim(), NumberStyles.None, culture, out var processId)
            || !int.TryParse(rest[fields[1]], NumberStyles.None, culture, out var parent)
            || !int.TryParse(rest[fields[3]], NumberStyles.AllowLeadingSign, culture, out var session)
            || !uint.TryParse(rest[fields[6]], NumberStyles.None, culture, out var flags)
            || !ulong.TryParse(rest[fields[19]].Trim(), NumberStyles.None, culture, out var start)
        )
            return null;

        var name = text[(open + 1)..close];
        return new ProcessStat(
            processId,
            name,
            rest[fields[0]][0],
            parent,
            session,
            (flags & KernelThreadFlag) != 0,
            (flags & ExitingFlag) != 0,
            start
        );
    }
}
