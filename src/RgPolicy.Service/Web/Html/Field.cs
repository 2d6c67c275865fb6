namespace RgPolicy.Service.Web.Html;

/// <summary>Members of a status document as people read them; a dash where there is none.</summary>
internal static class Field
{
    public static string Text(IConvertible? value) => value?.ToString(CultureInfo.InvariantCulture) ?? "-";

    /// <summary>A time of day, in UTC.</summary>
    public static string Time(DateTime? time) => time?.ToString("HH:mm:ss'Z'", CultureInfo.InvariantCulture) ?? "-";

    /// <summary>A class, and whether it is final.</summary>
    public static string Class(QueryStatus query) =>
        Text(query.Class) + (query.Provisional == true ? " (provisional)" : "");

    /// <summary>A duration with a unit that suits it.</summary>
    public static string Seconds(double? seconds) =>
        seconds switch
        {
            null => "-",
            < 1 => Invariant($"{seconds * 1000:0.#} ms"),
            < 600 => Invariant($"{seconds:0.#} s"),
            < 36_000 => Invariant($"{seconds / 60:0.#} min"),
            _ => Invariant($"{seconds / 3600:0.#} h"),
        };

    /// <summary>A size with a unit that suits it.</summary>
    public static string Bytes(double? bytes) =>
        bytes switch
        {
            null => "-",
            < 1024 => Invariant($"{bytes:0} B"),
            < 1 << 20 => Invariant($"{bytes / 1024:0.#} KiB"),
            < 1 << 30 => Invariant($"{bytes / (1 << 20):0.#} MiB"),
            _ => Invariant($"{bytes / (1 << 30):0.#} GiB"),
        };

    /// <summary>A count that may be very large, such as <c>11.7 M</c>.</summary>
    public static string Count(double? count) =>
        count switch
        {
            null => "-",
            < 1e4 => Invariant($"{count:0.#}"),
            < 1e6 => Invariant($"{count / 1e3:0.#} k"),
            < 1e9 => Invariant($"{count / 1e6:0.#} M"),
            _ => Invariant($"{count / 1e9:0.#} G"),
        };
}
