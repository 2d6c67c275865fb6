using System.Buffers.Text;

namespace RgPolicy.Dbms.Usage;

/// <summary>
/// Reads /proc. Every user may read processor times; only root and the server's own user may read how many bytes were
/// read, so once that is refused it is not tried again.
/// </summary>
internal sealed class ProcUsageReader(string folder = "/proc") : IProcessUsageReader
{
    private const int LongestFile = 512;

    private bool _mayReadIo = true;

    public ProcessUsage? Read(int processId)
    {
        Span<byte> text = stackalloc byte[LongestFile];
        try
        {
            var schedule = Read(processId, "schedstat", text);
            var end = schedule.IndexOf((byte)' ');
            if (end <= 0 || !Utf8Parser.TryParse(schedule[..end], out long nanoseconds, out _))
                return null;
            return new ProcessUsage(
                TimeSpan.FromTicks(nanoseconds / TimeSpan.NanosecondsPerTick),
                ReadBytes(processId, text)
            );
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private long? ReadBytes(int processId, Span<byte> text)
    {
        if (!_mayReadIo)
            return null;
        try
        {
            return NumberAfter(Read(processId, "io", text), "\nread_bytes: "u8);
        }
        catch (UnauthorizedAccessException)
        {
            _mayReadIo = false;
            return null;
        }
    }

    private ReadOnlySpan<byte> Read(int processId, string name, Span<byte> text)
    {
        using var file = File.OpenHandle(FormattableString.Invariant($"{folder}/{processId}/{name}"));
        return text[..RandomAccess.Read(file, text, 0)];
    }

    private static long? NumberAfter(ReadOnlySpan<byte> text, ReadOnlySpan<byte> name)
    {
        var at = text.IndexOf(name);
        return at >= 0 && Utf8Parser.TryParse(text[(at + name.Length)..], out long number, out _) ? number : null;
    }
}

internal interface IProcessUsageReader
{
    /// <summary>What a process has used since it was started; null when it is gone or may not be looked at.</summary>
    ProcessUsage? Read(int processId);
}

/// <summary>What a process has used since it was started.</summary>
/// <remarks><c>ReadBytes</c>: bytes that it had read from storage; null where that may not be read.</remarks>
internal readonly record struct ProcessUsage(TimeSpan Cpu, long? ReadBytes)
{
    /// <summary>What was used between two looks; nothing where a counter ran backwards, for then it is
    /// another process.</summary>
    public static ProcessUsage Between(ProcessUsage before, ProcessUsage now) =>
        new(
            now.Cpu > before.Cpu ? now.Cpu - before.Cpu : TimeSpan.Zero,
            now.ReadBytes is { } end && before.ReadBytes is { } start ? Math.Max(0, end - start) : null
        );

    /// <summary>Both together; what one of them does not know, the sum does not.</summary>
    public static ProcessUsage operator +(ProcessUsage one, ProcessUsage other) =>
        new(one.Cpu + other.Cpu, one.ReadBytes + other.ReadBytes);
}

/// <summary>What one execution has used, of its backend since it was looked at first and of its parallel workers, which
/// are started for it, from their beginning: never more than it really used.</summary>
internal sealed class QueryUsage
{
    // Between two looks a query grows older by an eighth at the most, or by this.
    private static readonly TimeSpan ShortestPause = TimeSpan.FromMilliseconds(100);
    private const int PartOfAge = 8;

    private readonly Dictionary<int, ProcessUsage> _workers = [];
    private ProcessUsage? _first;
    private ProcessUsage _ended = new(TimeSpan.Zero, 0);
    private TimeSpan _next;

    /// <summary>What it has used so far; null when its backend may not be looked at.</summary>
    public ProcessUsage? Total { get; private set; } = new(TimeSpan.Zero, 0);

    public bool IsDue(TimeSpan age) => age >= _next;

    public void Read(IProcessUsageReader reader, int backend, IReadOnlyList<int> workers, TimeSpan age)
    {
        var pause = age / PartOfAge;
        _next = age + (pause > ShortestPause ? pause : ShortestPause);
        if (reader.Read(backend) is not { } now)
        {
            // A backend that has just ended has used what it had; one that could never be looked at tells nothing.
            if (_first is null)
                Total = null;
            return;
        }

        for (var i = 0; i < workers.Count; i++)
            Look(reader, workers[i]);
        var used = ProcessUsage.Between(_first ??= now, now) + _ended;
        foreach (var worker in _workers.Values)
            used += worker;
        Total = used;
    }

    /// <summary>A worker that has ended keeps what it had used when it was looked at last, also when
    /// its id is given out again.</summary>
    private void Look(IProcessUsageReader reader, int worker)
    {
        if (reader.Read(worker) is not { } now)
            return;
        if (_workers.TryGetValue(worker, out var before) && now.Cpu < before.Cpu)
            _ended += before;
        _workers[worker] = now;
    }
}
