using System.Net;
using RgPolicy.Plans.Texts;

namespace RgPolicy.Plans.SqlServer;

/// <summary>What clients wrap a Showplan in when they export a table or events: strings of JSON, fields of CSV, escaped
/// XML.</summary>
internal static class ShowplanCarriers
{
    /// <summary>The documents inside as UTF-8, or null where nothing carries one.</summary>
    public static ArraySegment<byte>? Unwrap(ReadOnlySpan<byte> body, Encoding encoding)
    {
        if (encoding is UTF8Encoding && body.IndexOf("ShowPlanXML"u8) < 0)
            return null;
        var text = encoding.GetString(body);
        if (!text.Contains("ShowPlanXML", StringComparison.Ordinal))
            return null;
        var inner =
            LogRecords.InJson(text, isPlan: false)
            ?? (
                text.Contains("&lt;ShowPlanXML", StringComparison.Ordinal) ? WebUtility.HtmlDecode(text)
                : text.Contains("=\"\"http", StringComparison.Ordinal)
                    ? text.Replace("\"\"", "\"", StringComparison.Ordinal)
                : null
            );
        if (inner is null)
            return null;
        return new ArraySegment<byte>(Encoding.UTF8.GetBytes(inner));
    }
}
