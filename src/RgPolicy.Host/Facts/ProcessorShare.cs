namespace RgPolicy.Host.Facts;

/// <summary>
/// Whether a process has a larger share of busy processors than any other: beside a full host RgPolicy
/// needs little, but soon.
/// </summary>
internal static class ProcessorShare
{
    private const int UsualShares = 1024;
    private const int UsualWeight = 100;

    /// <summary>Why it has none, as a clause; null when it has one.</summary>
    /// <param name="root">The host.</param>
    /// <param name="processId">The process.</param>
    public static string? FindLack(FileRoot root, int processId)
    {
        if (
            CgroupHierarchy.Find(root, processId) is { } group
            && group.Path != "/"
            && WeightOf(root, group) is { } weight
        )
        {
            var usual = group.Version == 1 ? UsualShares : UsualWeight;
            return weight > usual
                ? null
                : string.Create(CultureInfo.InvariantCulture, $"its group {group.Path} has the usual weight, {weight}");
        }

        return OfSession(root, processId);
    }

    private static int? WeightOf(FileRoot root, CgroupHierarchy group) =>
        Number(root.ReadTrimmed(group.Directory + (group.Version == 1 ? "/cpu.shares" : "/cpu.weight")));

    // Where sessions are groups to the scheduler (autogroup), a process's own nice value counts only
    // among its session's.
    private static string? OfSession(FileRoot root, int processId)
    {
        var enabled = root.ReadTrimmed("/proc/sys/kernel/sched_autogroup_enabled") == "1";
        var session = enabled ? root.ReadTrimmed(Proc(processId, "autogroup")) : null;
        if (session is not null)
            return NiceOf(session) < 0 ? null : $"its session has the weight of any other ({session})";

        return ProcessNice(root, processId) < 0 ? null : "it has the weight of any other process";
    }

    // "/autogroup-123 nice 0"
    private static int NiceOf(string session) =>
        int.TryParse(
            session.AsSpan(session.LastIndexOf(' ') + 1),
            NumberStyles.AllowLeadingSign,
            CultureInfo.InvariantCulture,
            out var nice
        )
            ? nice
            : 0;

    // The 19th field of stat; the name before it may hold blanks.
    private static int ProcessNice(FileRoot root, int processId)
    {
        const int Nice = 16;
        var text = root.ReadText(Proc(processId, "stat"));
        var fields = text?[(text.LastIndexOf(')') + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries) ?? [];
        return
            fields.Length > Nice
            && int.TryParse(fields[Nice], NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var nice)
            ? nice
            : 0;
    }

    private static int? Number(string? text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;

    private static string Proc(int processId, string file) =>
        string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/{file}");
}
