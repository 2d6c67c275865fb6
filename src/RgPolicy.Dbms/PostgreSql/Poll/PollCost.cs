using System.Buffers.Text;
using System.Globalization;
using Microsoft.Win32.SafeHandles;

namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>
/// What a poll costs the server: processor time of the poll's own backend where its process is on this host and may be read,
/// else the time that it took by the server's clock, which is never less.
/// </summary>
internal sealed class PollCost : IDisposable
{
    private const int Polls = 20;

    private readonly SafeFileHandle? _schedule;
    private readonly TimeSpan[] _costs = new TimeSpan[Polls];
    private TimeSpan _before;
    private int _count;

    /// <summary>For a backend on this host, or on another: then the file is not there.</summary>
    public PollCost(int processId)
    {
        try
        {
            _schedule = File.OpenHandle(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/schedstat"));
            IsBackendHere = File.ReadAllText(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/comm"))
                .StartsWith("postgres", StringComparison.Ordinal);
            if (IsBackendHere) return;
            _schedule.Dispose();
            _schedule = null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            _schedule = null;
        }
    }

    /// <summary>True when the server's process with this id is on this host.</summary>
    public bool IsBackendHere { get; }

    /// <summary>True when processor time is measured, false for elapsed time.</summary>
    public bool IsMeasured => _schedule is not null;

    /// <summary>The median over the last 20 polls, or null before there are that many.</summary>
    public TimeSpan? Median
    {
        get
        {
            if (_count < Polls) return null;
            Span<TimeSpan> sorted = stackalloc TimeSpan[Polls];
            _costs.CopyTo(sorted);
            sorted.Sort();
            return sorted[Polls / 2];
        }
    }

    /// <summary>Called in front of a poll.</summary>
    public void Begin() => _before = ProcessorTime();

    /// <summary>Called behind a poll.</summary>
    public void End(TimeSpan elapsed) => _costs[_count++ % Polls] = IsMeasured ? ProcessorTime() - _before : elapsed;

    /// <summary>Forgets what was measured, because polls are different from now on.</summary>
    public void Restart() => _count = 0;

    /// <inheritdoc />
    public void Dispose() => _schedule?.Dispose();

    private TimeSpan ProcessorTime()
    {
        if (_schedule is null) return TimeSpan.Zero;
        Span<byte> text = stackalloc byte[128];
        try
        {
            var line = text[..RandomAccess.Read(_schedule, text, 0)];
            var end = line.IndexOf((byte)' ');
            return end > 0 && Utf8Parser.TryParse(line[..end], out long nanoseconds, out _)
                ? TimeSpan.FromTicks(nanoseconds / 100)
                : TimeSpan.Zero;
        }
        catch (IOException)
        {
            return TimeSpan.Zero;
        }
    }
}
