using System.Diagnostics;
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
            Line(text);
    }

    private void Write(string text)
    {
        var line = _prefix + SafeText.Escape(text.Length > LongestLine ? text[..LongestLine] : text);
        Span<PollEntry> entry = [new PollEntry(StandardError) { Wanted = Writable }];
        if (Libc.Poll(entry, 1, 0) == 1 && entry[0].Happened == Writable)
            _ = KernelFile.WriteAll(StandardError, Encoding.UTF8.GetBytes(line + "\n"));
    }
}

/// <summary>How many lines clients may cause: some at once, then one every half second; the rest is counted.</summary>
internal sealed class LogLimit
{
    private const int AtOnce = 20;
    private static readonly TimeSpan Each = TimeSpan.FromMilliseconds(500);
    private TimeSpan _free = TimeSpan.MinValue;

    /// <summary>Lines that were left out since the last one that was not.</summary>
    internal int LeftOut { get; private set; }

    /// <summary>Whether a line may be written now.</summary>
    /// <param name="now">The time since any moment, which only grows.</param>
    internal bool MayWrite(TimeSpan now)
    {
        var from = now - (Each * AtOnce);
        var free = _free > from ? _free : from;
        if (free + Each > now)
        {
            LeftOut++;
            return false;
        }

        _free = free + Each;
        return true;
    }

    /// <summary>How many were left out, which is said now.</summary>
    internal int Tell()
    {
        var count = LeftOut;
        LeftOut = 0;
        return count;
    }
}
