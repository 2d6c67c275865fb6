using System.Globalization;
using RgPolicy.Documents.Status;

namespace RgPolicy.Service.Web;

/// <summary>Members of a status document as people read them; a dash where there is none.</summary>
internal static class Field
{
    /// <summary>A text, or a number as it is.</summary>
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
            < 1 => string.Create(CultureInfo.InvariantCulture, $"{seconds * 1000:0.#} ms"),
            < 600 => string.Create(CultureInfo.InvariantCulture, $"{seconds:0.#} s"),
            < 36_000 => string.Create(CultureInfo.InvariantCulture, $"{seconds / 60:0.#} min"),
            _ => string.Create(CultureInfo.InvariantCulture, $"{seconds / 3600:0.#} h"),
        };
}
