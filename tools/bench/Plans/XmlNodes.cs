using System.Xml;

namespace RgPolicy.Bench.Plans;

/// <summary>A bare pass of the platform's XML reader: the yardstick.</summary>
internal static class XmlNodes
{
    /// <summary>Nodes of a document.</summary>
    public static int Count(byte[] document)
    {
        using var reader = XmlReader.Create(new MemoryStream(document));
        var nodes = 0;
        while (reader.Read())
            nodes++;
        return nodes;
    }
}
