namespace RgPolicy.Host.Facts;

/// <summary>How long threads were ready to run and had no processor, as the kernel's scheduler counts
/// it (schedstat).</summary>
internal static class RunDelay
{
    /// <summary>
    /// Of all threads that a process has now, together; null where the kernel does not count it and
    /// when the process is gone. What counts is the difference of two readings: threads that have ended are not in it.
    /// </summary>
    public static TimeSpan? Of(FileRoot root, int processId) => Sum(root, processId, Waited);

    /// <summary>The same with the time that they ran: how long its threads had something to do.</summary>
    public static TimeSpan? WithRunOf(FileRoot root, int processId) =>
        Sum(root, processId, text => Ran(text) + Waited(text));

    private static TimeSpan? Sum(FileRoot root, int processId, Func<string?, TimeSpan?> read)
    {
        var threads = string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/task");
        TimeSpan? total = null;
        foreach (var thread in root.DirectoryNames(threads))
        {
            if (read(root.ReadText($"{threads}/{thread}/schedstat")) is { } time)
                total = (total ?? TimeSpan.Zero) + time;
        }

        return total;
    }

    // Nanoseconds that it ran, nanoseconds that it waited, and how often it ran.
    private static TimeSpan? Ran(string? text) => Field(text, 0);

    private static TimeSpan? Waited(string? text) => Field(text, 1);

    private static TimeSpan? Field(string? text, int index)
    {
        var fields = text?.Split(' ') ?? [];
        return
            fields.Length == 3
            && long.TryParse(fields[index], NumberStyles.None, CultureInfo.InvariantCulture, out var nanoseconds)
            ? TimeSpan.FromTicks(nanoseconds / TimeSpan.NanosecondsPerTick)
            : null;
    }
}
