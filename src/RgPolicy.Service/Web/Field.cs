using System.Globalization;
using System.Text.Json;

namespace RgPolicy.Service.Web;

/// <summary>Fields of a status document as people read them.</summary>
internal static class Field
{
    /// <summary>A field's text; a dash where there is none.</summary>
    public static string Text(JsonElement owner, string name) => owner.GetProperty(name) switch
    {
        { ValueKind: JsonValueKind.Null } => "-",
        { ValueKind: JsonValueKind.String } text => text.GetString() ?? "",
        var other => other.GetRawText(),
    };

    /// <summary>A time of day, in UTC.</summary>
    public static string Time(JsonElement owner, string name) =>
        owner.GetProperty(name).GetDateTimeOffset().UtcDateTime.ToString("HH:mm:ss'Z'", CultureInfo.InvariantCulture);

    /// <summary>A duration with a unit that suits it.</summary>
    public static string Seconds(JsonElement owner, string name)
    {
        if (owner.GetProperty(name) is not { ValueKind: JsonValueKind.Number } number)
        {
            return "-";
        }

        var seconds = number.GetDouble();
        return seconds switch
        {
            < 1 => string.Create(CultureInfo.InvariantCulture, $"{seconds * 1000:0.#} ms"),
            < 600 => string.Create(CultureInfo.InvariantCulture, $"{seconds:0.#} s"),
            < 36_000 => string.Create(CultureInfo.InvariantCulture, $"{seconds / 60:0.#} min"),
            _ => string.Create(CultureInfo.InvariantCulture, $"{seconds / 3600:0.#} h"),
        };
    }
}
