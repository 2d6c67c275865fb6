using System.Buffers.Text;
using System.Globalization;
using Microsoft.Win32.SafeHandles;

namespace RgPolicy.Dbms.PostgreSql.Connect;

/// <summary>Processor time of one backend whose process is on this host.</summary>
internal sealed class BackendCpu : IDisposable
{
    private readonly SafeFileHandle _schedule;
    private TimeSpan _last;

    private BackendCpu(SafeFileHandle schedule) => _schedule = schedule;

    /// <summary>Opens what /proc has of it; null where the process is on another host, or hidden here.</summary>
    public static BackendCpu? Open(int processId)
    {
        try
        {
            var schedule = File.OpenHandle(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/schedstat"));
            if (IsBackend(processId))
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

    private static bool IsBackend(int processId) =>
        File.ReadAllText(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/comm"))
            .StartsWith("postgres", StringComparison.Ordinal);
}
