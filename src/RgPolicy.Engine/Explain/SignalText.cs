using RgPolicy.Engine.Signals;
using RgPolicy.Language.Signals;

namespace RgPolicy.Engine.Explain;

/// <summary>Writes signal values for people.</summary>
internal static class SignalText
{
    private static readonly string[] ByteUnits = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];

    /// <summary>Such as <c>12 MiB</c>, <c>3.5 s</c>, <c>scan</c>; <c>pending</c> or <c>absent</c> when
    /// it is not known.</summary>
    public static string Format(Signal signal, SignalValue value) =>
        value.State switch
        {
            SignalState.Pending => "pending",
            SignalState.Absent => "absent",
            _ => FormatKnown(signal, value),
        };

    private static string FormatKnown(Signal signal, SignalValue value) =>
        signal.Type switch
        {
            SignalType.Bytes => Bytes(value.Number),
            SignalType.BytesPerSecond => Bytes(value.Number) + "/s",
            SignalType.Duration => Duration(value.Number),
            SignalType.Percent => Plain(value.Number) + " %",
            SignalType.Version => string.Join('.', value.Version),
            SignalType.Text => "'" + value.Text + "'",
            SignalType.Enum => Word(signal, value.Number),
            SignalType.Bool => value.Number != 0 ? "true" : "false",
            SignalType.Set => "(" + string.Join(", ", value.Set.Select(text => "'" + text + "'")) + ")",
            _ => Plain(value.Number),
        };

    private static string Bytes(decimal bytes)
    {
        var unit = 0;
        while (Math.Abs(bytes) >= 1024 && unit < ByteUnits.Length - 1)
        {
            bytes /= 1024;
            unit++;
        }

        return Plain(bytes) + " " + ByteUnits[unit];
    }

    private static string Duration(decimal seconds) =>
        Math.Abs(seconds) switch
        {
            0 => "0 s",
            < 1 => Plain(seconds * 1000) + " ms",
            < 120 => Plain(seconds) + " s",
            < 7200 => Plain(seconds / 60) + " min",
            _ => Plain(seconds / 3600) + " h",
        };

    private static string Word(Signal signal, decimal index) =>
        index >= 0 && index < signal.Words.Length ? signal.Words[(int)index] : Plain(index);

    private static string Plain(decimal number) => Math.Round(number, 2).ToString("0.##", CultureInfo.InvariantCulture);
}
