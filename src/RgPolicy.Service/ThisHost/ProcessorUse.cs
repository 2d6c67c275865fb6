namespace RgPolicy.Service.ThisHost;

/// <summary>Reads how the processors on which a server may run are used, and how much of that is not the server's.</summary>
internal sealed class ProcessorUse(FileRoot root, int server)
{
    // proc(5), the fields behind a process's name: its user and system time, and those of children that have ended.
    private const int UserTime = 11;
    private const int Times = 4;

    // proc(5), the fields of a processor behind its name.
    private const int NiceTime = 1;
    private const int IdleTime = 3;
    private const int WaitingTime = 4;
    private const int StolenTime = 7;

    private readonly double _quota = AllowedCpus.QuotaOf(root, server) ?? double.MaxValue;
    private Ticks? _last;

    /// <summary>How they were used since the last reading; null at the first, and where the kernel does not tell.</summary>
    public HostProcessors? Read()
    {
        var (before, now) = (_last, ReadTicks());
        _last = now;
        if (before is not { } from || now is not { } to || to.Processors != from.Processors || to.All <= from.All)
            return null;

        var perTick = (double)to.Processors / (to.All - from.All);
        double Since(Func<Ticks, long> of) => Math.Max(0, of(to) - of(from)) * perTick;
        var own = Since(each => each.Server);
        return new HostProcessors(
            to.Processors,
            Math.Min(Since(each => each.Idle), Math.Max(0, _quota - own)),
            Math.Max(0, Since(each => each.Busy) - own)
        );
    }

    private Ticks? ReadTicks()
    {
        var allowed = AllowedCpus.Of(root, server);
        if (ServerTicks() is not { } own)
            return null;

        var sum = new Ticks(0, 0, 0, 0, own);
        foreach (
            var line in root.ReadLines("/proc/stat").Where(line => line.StartsWith("cpu", StringComparison.Ordinal))
        )
        {
            var fields = line.Split(' ', StringSplitOptions.RemoveEmptyEntries);
            if (
                int.TryParse(fields[0].AsSpan(3), NumberStyles.None, CultureInfo.InvariantCulture, out var number)
                && allowed.Contains(number)
            )
                sum = sum.With([.. fields.Skip(1).Take(StolenTime + 1).Select(Number)]);
        }

        return sum.Processors > 0 ? sum : null;
    }

    // The main process before its children: one that ends meanwhile is then missing once, and not counted twice.
    private long? ServerTicks()
    {
        var children = root.ReadTrimmed(Invariant($"/proc/{server}/task/{server}/children"));
        return children is not null && TicksOf(Invariant($"{server}")) is { } own
            ? own + children.Split(' ', StringSplitOptions.RemoveEmptyEntries).Sum(child => TicksOf(child) ?? 0)
            : null;
    }

    private long? TicksOf(string processId)
    {
        var text = root.ReadText(Invariant($"/proc/{processId}/stat"));
        var fields = text?[(text.LastIndexOf(')') + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries) ?? [];
        return fields.Length < UserTime + Times ? null : fields.Skip(UserTime).Take(Times).Sum(Number);
    }

    private static long Number(string text) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : 0;

    private readonly record struct Ticks(int Processors, long All, long Idle, long Busy, long Server)
    {
        // What a hypervisor has stolen is neither idle nor work of this host, and programs with a low priority give way.
        public Ticks With(long[] fields)
        {
            var (all, idle) = (
                fields.Sum(),
                fields.ElementAtOrDefault(IdleTime) + fields.ElementAtOrDefault(WaitingTime)
            );
            return new Ticks(
                Processors + 1,
                All + all,
                Idle + idle,
                Busy + all - idle - fields.ElementAtOrDefault(NiceTime) - fields.ElementAtOrDefault(StolenTime),
                Server
            );
        }
    }
}
