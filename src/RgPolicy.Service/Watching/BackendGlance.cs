using System.Buffers.Text;
using System.Globalization;
using Microsoft.Win32.SafeHandles;

namespace RgPolicy.Service.Watching;

/// <summary>
/// Glances at one backend of a PostgreSQL on this host, at a few microseconds each: whether it may have
/// ended its statement since the last glance. A backend that has ended one waits for its client, and says so in its
/// title as long as it does.
/// </summary>
internal sealed class BackendGlance : IBackendGlance
{
    private readonly SafeFileHandle _title;
    private readonly SafeFileHandle _schedule;
    private readonly SafeFileHandle _status;
    private long _slices = -1;
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
    public StatementSign Look()
    {
        try
        {
            return LookAtFiles();
        }
        catch (IOException)
        {
            return StatementSign.Ended;
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _title.Dispose();
        _schedule.Dispose();
        _status.Dispose();
    }

    private StatementSign LookAtFiles()
    {
        Span<byte> text = stackalloc byte[2048];
        if (IsIdle(Read(_title, text[..512])))
            return StatementSign.Ended;

        // Whoever is still in the same turn on a processor has not waited for anybody.
        var slices = LastNumber(Read(_schedule, text));
        if (slices == _slices)
            return StatementSign.Same;
        _slices = slices;
        var waits = NumberAfter(Read(_status, text), "\nvoluntary_ctxt_switches:\t"u8);
        if (waits == _waits)
            return StatementSign.Same;
        _waits = waits;
        return StatementSign.MayHaveEnded;
    }

    private static SafeFileHandle Open(int processId, string name) =>
        File.OpenHandle(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/{name}"));

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

    private static long LastNumber(ReadOnlySpan<byte> line)
    {
        line = line.TrimEnd((byte)'\n');
        return Utf8Parser.TryParse(line[(line.LastIndexOf((byte)' ') + 1)..], out long number, out _) ? number : 0;
    }

    private static long NumberAfter(ReadOnlySpan<byte> text, ReadOnlySpan<byte> name)
    {
        var at = text.IndexOf(name);
        return at >= 0 && Utf8Parser.TryParse(text[(at + name.Length)..], out long number, out _) ? number : 0;
    }
}
