using System.Buffers.Text;
using Microsoft.Win32.SafeHandles;

namespace RgPolicy.Dbms.Costs;

/// <summary>Processor time of one backend, a process or a thread, that is on this host.</summary>
internal sealed class BackendCpu : IDisposable
{
    private readonly SafeFileHandle _schedule;
    private readonly TimeSpan _before;
    private TimeSpan _last;

    private BackendCpu(SafeFileHandle schedule, bool isUsedAgain)
    {
        _schedule = schedule;
        _before = isUsedAgain ? ReadAll() : TimeSpan.Zero;
        _last = _before;
    }

    /// <summary>Opens what /proc has of it; null where it is on another host, or hidden here.</summary>
    /// <param name="processId">The process or thread.</param>
    /// <param name="program">What its name begins with, where it is what is meant.</param>
    /// <param name="isUsedAgain">It may have served other sessions before: what it has used so far is not
    /// counted.</param>
    public static BackendCpu? Open(int processId, string program, bool isUsedAgain = false)
    {
        try
        {
            var schedule = File.OpenHandle(FormattableString.Invariant($"/proc/{processId}/schedstat"));
            if (IsBackend(processId, program))
                return new BackendCpu(schedule, isUsedAgain);
            schedule.Dispose();
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>What it has used since it began, or since it was opened where it is used again; of one that has ended,
    /// what it had used when it was last read.</summary>
    public TimeSpan Read() => ReadAll() - _before;

    public void Dispose() => _schedule.Dispose();

    private TimeSpan ReadAll()
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

    private static bool IsBackend(int processId, string program) =>
        File.ReadAllText(FormattableString.Invariant($"/proc/{processId}/comm"))
            .StartsWith(program, StringComparison.Ordinal);
}
