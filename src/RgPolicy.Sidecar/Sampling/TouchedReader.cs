using System.Buffers.Text;
using System.Diagnostics;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Sampling;

/// <summary>
/// Adds up <c>/proc/PID/smaps</c> (proc_pid_smaps(5)): a line for each mapping, then its fields. Programs and
/// libraries, which are private mappings of files, do not count.
/// </summary>
internal sealed class TouchedReader
{
    private const int BytesOfUnit = 1024;
    private readonly byte[] _buffer = new byte[16 * 1024];
    private bool _isShared;
    private bool _isOfFile;
    private TouchedBytes _sum;

    /// <summary>Whether the time was over before the last file's end.</summary>
    internal bool WasCut { get; private set; }

    /// <summary>Reads the file from its beginning; null when the process is gone or does not show it, or when the time
    /// is over: a process may have tens of thousands of mappings.</summary>
    /// <param name="descriptor">The file.</param>
    /// <param name="until">When the time is over, as <see cref="Stopwatch.GetTimestamp"/> tells it.</param>
    internal TouchedBytes? Read(int descriptor, long until)
    {
        (_sum, _isShared, _isOfFile, WasCut) = (default, false, false, false);
        long offset = 0;
        var kept = 0;
        nint read;
        while ((read = Libc.ReadAt(descriptor, _buffer.AsSpan(kept), _buffer.Length - kept, offset)) > 0)
        {
            offset += read;
            kept = TakeLines(kept + (int)read);
            if (Stopwatch.GetTimestamp() > until)
            {
                WasCut = true;
                return null;
            }
        }

        return read < 0 || offset == 0 ? null : _sum;
    }

    /// <summary>One line, without its end.</summary>
    internal void Take(ReadOnlySpan<byte> line)
    {
        if (IsMapping(line))
        {
            _isShared = Field(line, 1) is [_, _, _, (byte)'s', ..];
            _isOfFile = !_isShared && Field(line, 4) is not [(byte)'0'];
        }
        else if (line.StartsWith("Referenced:"u8) && !_isOfFile)
        {
            var bytes = ValueOf(line);
            _sum = _isShared
                ? _sum with
                {
                    Shared = _sum.Shared + bytes,
                }
                : _sum with
                {
                    Private = _sum.Private + bytes,
                };
        }
        else if (line.StartsWith("Shared_Hugetlb:"u8) || line.StartsWith("Private_Hugetlb:"u8))
        {
            _sum = _sum with { Huge = _sum.Huge + ValueOf(line) };
        }
    }

    /// <summary>What the lines so far come to.</summary>
    internal TouchedBytes Sum => _sum;

    // What is left of the last line goes to the buffer's beginning; a line that fills it is longer than any that
    // counts.
    private int TakeLines(int length)
    {
        var rest = _buffer.AsSpan(0, length);
        for (int end; (end = rest.IndexOf((byte)'\n')) >= 0; rest = rest[(end + 1)..])
            Take(rest[..end]);

        rest.CopyTo(_buffer);
        return rest.Length < _buffer.Length ? rest.Length : 0;
    }

    // A field's name ends in a colon, an address has none before its first blank.
    private static bool IsMapping(ReadOnlySpan<byte> line) =>
        line.IndexOf((byte)' ') is > 0 and var blank && !line[..blank].Contains((byte)':');

    private static ReadOnlySpan<byte> Field(ReadOnlySpan<byte> line, int index)
    {
        for (; index > 0; index--)
        {
            var blank = line.IndexOf((byte)' ');
            line = blank < 0 ? [] : line[(blank + 1)..].TrimStart((byte)' ');
        }

        var end = line.IndexOf((byte)' ');
        return end < 0 ? line : line[..end];
    }

    private static long ValueOf(ReadOnlySpan<byte> line)
    {
        var text = line[(line.IndexOf((byte)':') + 1)..].TrimStart((byte)' ');
        return Utf8Parser.TryParse(text, out long value, out _) ? value * BytesOfUnit : 0;
    }
}

/// <summary>What a process has touched of its memory since its marks were cleared.</summary>
/// <param name="Private">Of memory of its own that is no file's, bytes.</param>
/// <param name="Shared">Of memory that it shares with others, bytes.</param>
/// <param name="Huge">Bytes of huge pages, for which the kernel keeps no marks.</param>
internal readonly record struct TouchedBytes(long Private, long Shared, long Huge)
{
    /// <summary>With another process of the same query: what is each one's own is added up, what they share they touch
    /// together.</summary>
    internal TouchedBytes With(TouchedBytes other) =>
        new(Private + other.Private, Math.Max(Shared, other.Shared), Huge + other.Huge);
}
