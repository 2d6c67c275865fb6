using System.Xml;

namespace RgPolicy.Plans.Tests.Corpus;

/// <summary>A bare pass of the platform's XML reader over a Showplan: the yardstick of time and memory.</summary>
internal static class BareXml
{
    /// <summary>
    /// Nodes of a document. One real document in ten declares an encoding that it does not have, at which a strict
    /// reader stops; so what is before the root is left out.
    /// </summary>
    public static int Nodes(byte[] document)
    {
        var root = Math.Max(0, document.AsSpan().IndexOf("<ShowPlanXML"u8));
        using var reader = XmlReader.Create(new MemoryStream(document, root, document.Length - root));
        var nodes = 0;
        while (reader.Read())
            nodes++;
        return nodes;
    }
}
