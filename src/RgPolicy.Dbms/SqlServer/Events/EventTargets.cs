using System.Collections.Immutable;
using System.Globalization;
using System.Xml;
using System.Xml.Linq;

namespace RgPolicy.Dbms.SqlServer.Events;

/// <summary>Reads what targets of Extended Events hold; what cannot be read counts as nothing.</summary>
internal static class EventTargets
{
    private static readonly XmlReaderSettings Settings = new() { DtdProcessing = DtdProcessing.Prohibit };

    /// <summary>How often each query hash was counted, most often first.</summary>
    public static ImmutableArray<(string Hash, long Count)> Slots(string xml) =>
        [
            .. Parse(xml)
                .Descendants("Slot")
                .Select(slot => (Hash: HashOf(slot.Value), Count: Number(slot.Attribute("count")?.Value)))
                .Where(each => each.Count > 0)
                .OrderByDescending(each => each.Count)
                .ThenBy(each => each.Hash, StringComparer.Ordinal),
        ];

    /// <summary>When an event happened, and in whose session; oldest first.</summary>
    public static ImmutableArray<(string At, long Session)> Events(string xml) =>
        [
            .. Parse(xml)
                .Descendants("event")
                .Select(each =>
                    (
                        At: each.Attribute("timestamp")?.Value ?? "",
                        Session: Number(
                            each.Elements("action")
                                .FirstOrDefault(action => action.Attribute("name")?.Value == "session_id")
                                ?.Element("value")
                                ?.Value
                        )
                    )
                )
                .OrderBy(each => each.At, StringComparer.Ordinal),
        ];

    private static XDocument Parse(string xml)
    {
        try
        {
            using var reader = XmlReader.Create(new StringReader(xml), Settings);
            return XDocument.Load(reader);
        }
        catch (XmlException)
        {
            return new XDocument();
        }
    }

    /// <summary>As everywhere else: the server counts a hash as a number here.</summary>
    private static string HashOf(string value) =>
        ulong.TryParse(value.Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out var hash)
            ? "0x" + hash.ToString("X16", CultureInfo.InvariantCulture)
            : value.Trim();

    private static long Number(string? text) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : 0;
}
