using System.Diagnostics;
using System.Globalization;
using System.Text;
using RgPolicy.Host.Text;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar;

/// <summary>Plain lines on standard error; a reader that does not read never blocks the sidecar.</summary>
internal sealed class SidecarLog
{
    private const int StandardError = 2;
    private const short Writable = 4;
    private const int LongestLine = 1000;
    private readonly string _prefix;
    private readonly LogLimit _limit = new();
    private readonly long _start = Stopwatch.GetTimestamp();

    internal SidecarLog(string half) => _prefix = $"rgp-sidecar {half}: ";

    /// <summary>Writes one line; control characters are escaped, so that a client's text cannot make a line.</summary>
    internal void Line(string text)
    {
        if (_limit.Tell() is > 0 and var leftOut)
        {
            Write(
                string.Create(CultureInfo.InvariantCulture, $"{leftOut} more lines that clients caused were left out")
            );
        }

        Write(text);
    }

    /// <summary>The same of a line that a client can cause as often as it likes: some at once, then two
    /// in a second.</summary>
    internal void LineOfClient(string text)
    {
        if (_limit.MayWrite(Stopwatch.GetElapsedTime(_start)))
        {
            Line(text);
        }
    }

    private void Write(string text)
    {
        var line = _prefix + SafeText.Escape(text.Length > LongestLine ? text[..LongestLine] : text);
        Span<PollEntry> entry = [new PollEntry(StandardError) { Wanted = Writable }];
        if (Libc.Poll(entry, 1, 0) == 1 && entry[0].Happened == Writable)
        {
            _ = KernelFile.WriteAll(StandardError, Encoding.UTF8.GetBytes(line + "\n"));
        }
    }
}
