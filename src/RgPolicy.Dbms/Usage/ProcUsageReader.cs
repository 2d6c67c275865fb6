using System.Buffers.Text;
using System.Globalization;

namespace RgPolicy.Dbms.Usage;

/// <summary>
/// Reads /proc. Every user may read processor times; only root and the server's own user may read how many bytes were
/// read, so once that is refused it is not tried again.
/// </summary>
/// <param name="folder">Where processes are, or the threads of one.</param>
internal sealed class ProcUsageReader(string folder = "/proc") : IProcessUsageReader
{
    private const int LongestFile = 512;

    private bool _mayReadIo = true;

    /// <inheritdoc/>
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
        using var file = File.OpenHandle(string.Create(CultureInfo.InvariantCulture, $"{folder}/{processId}/{name}"));
        return text[..RandomAccess.Read(file, text, 0)];
    }

    private static long? NumberAfter(ReadOnlySpan<byte> text, ReadOnlySpan<byte> name)
    {
        var at = text.IndexOf(name);
        return at >= 0 && Utf8Parser.TryParse(text[(at + name.Length)..], out long number, out _) ? number : null;
    }
}

/// <summary>Reads what processes of this host have used.</summary>
internal interface IProcessUsageReader
{
    /// <summary>What a process has used since it was started; null when it is gone or may not be looked at.</summary>
    ProcessUsage? Read(int processId);
}
