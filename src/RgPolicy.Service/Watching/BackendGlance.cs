using System.Buffers.Text;
using Microsoft.Win32.SafeHandles;

namespace RgPolicy.Service.Watching;

/// <summary>Glances at one backend of a PostgreSQL on this host, at a few microseconds each: whether it may have ended
/// its statement since the last glance. A backend that has ended one waits for its client, and says so in its title as
/// long as it does.</summary>
internal sealed class BackendGlance : IBackendGlance
{
    private const int LongestTitle = 512;

    private readonly SafeFileHandle _title;
    private readonly SafeFileHandle _schedule;
    private readonly SafeFileHandle _status;
    private (long Ran, long Slices) _seen = (-1, -1);
    private bool _wasIdle;
    private long _askedAt = -1;
    private long _waits = -1;

    /// <summary>Opens what /proc shows of it.</summary>
    /// <exception cref="IOException">It is gone.</exception>
    /// <exception cref="UnauthorizedAccessException">Other users' processes are hidden here.</exception>
    public BackendGlance(int processId)
    {
        _title = Open(processId, "cmdline");
        _schedule = Open(processId, "schedstat");
        _status = Open(processId, "status");
    }

    /// <inheritdoc/>
    public StatementState Look()
    {
        try
        {
            return LookAtFiles();
        }
        catch (IOException)
        {
            return StatementState.Ended;
        }
    }

    /// <inheritdoc/>
    public bool HasEnded()
    {
        try
        {
            return IsIdleNow();
        }
        catch (IOException)
        {
            return true;
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _title.Dispose();
        _schedule.Dispose();
        _status.Dispose();
    }

    private StatementState LookAtFiles()
    {
        Span<byte> text = stackalloc byte[2048];
        var schedule = ReadSchedule(text);

        // One that has not run has not written its title either. Each file costs more than the one before.
        if (schedule != _seen || schedule.Ran == 0)
            (_seen, _wasIdle) = (schedule, IsIdleNow());
        if (_wasIdle)
            return StatementState.Ended;

        // Whoever is still in the same turn on a processor has not waited for anybody.
        if (schedule.Slices == _askedAt)
            return StatementState.Same;
        _askedAt = schedule.Slices;
        var waits = NumberAfter(Read(_status, text), "\nvoluntary_ctxt_switches:\t"u8);
        if (waits == _waits)
            return StatementState.Same;
        _waits = waits;
        return StatementState.MayHaveEnded;
    }

    private bool IsIdleNow()
    {
        Span<byte> text = stackalloc byte[LongestTitle];
        return IsIdle(Read(_title, text));
    }

    /// <summary>How long it has run, and how many turns on a processor it has had: "ran waited slices".</summary>
    private (long Ran, long Slices) ReadSchedule(Span<byte> text)
    {
        var line = Read(_schedule, text);
        var ran = FirstNumber(line);
        return (ran, FirstNumber(line[(line.LastIndexOf((byte)' ') + 1)..]));
    }

    private static SafeFileHandle Open(int processId, string name) =>
        File.OpenHandle(Invariant($"/proc/{processId}/{name}"));

    private static ReadOnlySpan<byte> Read(SafeFileHandle file, Span<byte> text) =>
        text[..RandomAccess.Read(file, text, 0)];

    private static bool IsIdle(ReadOnlySpan<byte> title)
    {
        var end = title.IndexOf((byte)0);
        if (end >= 0)
            title = title[..end];
        title = title.TrimEnd((byte)' ');
        return title.EndsWith(" idle"u8)
            || title.EndsWith(" idle in transaction"u8)
            || title.EndsWith(" idle in transaction (aborted)"u8);
    }

    private static long FirstNumber(ReadOnlySpan<byte> text) =>
        Utf8Parser.TryParse(text, out long number, out _) ? number : 0;

    private static long NumberAfter(ReadOnlySpan<byte> text, ReadOnlySpan<byte> name)
    {
        var at = text.IndexOf(name);
        return at >= 0 ? FirstNumber(text[(at + name.Length)..]) : 0;
    }
}

/// <summary>What a glance at a backend tells of the statement that it ran.</summary>
internal enum StatementState
{
    Same,

    /// <summary>The backend has waited for something: the statement still runs, or another one does.</summary>
    MayHaveEnded,

    /// <summary>The backend waits for its client, or is gone.</summary>
    Ended,
}
