namespace RgPolicy.HtapBench.Load;

/// <summary>
/// Reads pgbench's per-transaction log: client, number, time in microseconds, script, epoch seconds and
/// microseconds of the end, and with a rate the lag. With a rate the time already counts from the scheduled start.
/// </summary>
internal static class PgbenchLog
{
    public static IEnumerable<OltpTransaction> Read(string path) =>
        File.ReadLines(path).Select(Parse).OfType<OltpTransaction>();

    /// <summary>One line, or null for the cut last line of a stopped pgbench.</summary>
    public static OltpTransaction? Parse(string line)
    {
        var fields = line.Split(' ');
        if (
            fields.Length < 6
            || !Number(fields[2], out var micros)
            || !Number(fields[4], out var seconds)
            || !Number(fields[5], out var fraction)
            || fields[5].Length > 6
        )
            return null;
        var end = seconds + fraction / 1e6;
        return new OltpTransaction(end - micros / 1e6, micros / 1e6);
    }

    private static bool Number(string text, out double value) =>
        double.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out value);
}
