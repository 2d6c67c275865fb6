using System.Buffers.Text;
using System.Globalization;
using Microsoft.Win32.SafeHandles;

namespace RgPolicy.Dbms.Costs;

/// <summary>Processor time of one backend, a process or a thread, that is on this host.</summary>
internal sealed class BackendCpu : IDisposable
{
    private readonly SafeFileHandle _schedule;
    private TimeSpan _last;

    private BackendCpu(SafeFileHandle schedule) => _schedule = schedule;

    /// <summary>Opens what /proc has of it; null where it is on another host, or hidden here.</summary>
    /// <param name="processId">The process or thread.</param>
    /// <param name="program">What its name begins with, where it is what is meant.</param>
    public static BackendCpu? Open(int processId, string program)
    {
        try
        {
            var schedule = File.OpenHandle(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/schedstat"));
            if (IsBackend(processId, program))
                return new BackendCpu(schedule);
            schedule.Dispose();
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>What it has used since it began; of one that has ended, what it had used when it was
    /// last read.</summary>
    public TimeSpan Read()
    {
        Span<byte> text = stackalloc byte[128];
        try
        {
            var line = text[..RandomAccess.Read(_schedule, text, 0)];
            var end = line.IndexOf((byte)' ');
            if (end > 0 && Utf8Parser.TryParse(line[..end], out long nanoseconds, out _))
                _last = TimeSpan.FromTicks(nanoseconds / 100);
        }
        catch (Exception e) when (e is IOException or ObjectDisposedException)
        {
            // It has ended.
        }

        return _last;
    }

    /// <inheritdoc />
    public void Dispose() => _schedule.Dispose();

    private static bool IsBackend(int processId, string program) =>
        File.ReadAllText(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/comm"))
            .StartsWith(program, StringComparison.Ordinal);
}
