using System.Text;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar;

/// <summary>Plain lines on standard error; a reader that does not read never blocks the sidecar.</summary>
internal sealed class Log
{
    private const int StandardError = 2;
    private const short Writable = 4;
    private const int LongestLine = 1000;
    private readonly string _prefix;

    internal Log(string half) => _prefix = $"rgp-sidecar {half}: ";

    /// <summary>Writes one line; control characters are escaped, so that nobody else's text can make a line.</summary>
    internal void Line(string text)
    {
        var line = new StringBuilder(_prefix);
        foreach (var c in text.Length > LongestLine ? text.AsSpan(0, LongestLine) : text)
        {
            _ = char.IsControl(c) ? line.Append(System.Globalization.CultureInfo.InvariantCulture, $"\\x{(int)c:x2}") : line.Append(c);
        }

        Span<PollEntry> entry = [new PollEntry(StandardError) { Wanted = Writable }];
        if (Libc.Poll(entry, 1, 0) == 1 && entry[0].Happened == Writable)
        {
            _ = KernelFile.WriteAll(StandardError, Encoding.UTF8.GetBytes(line.Append('\n').ToString()));
        }
    }
}
