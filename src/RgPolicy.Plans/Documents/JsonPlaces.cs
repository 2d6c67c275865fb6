using System.Text;

namespace RgPolicy.Plans.Documents;

/// <summary>Where in a JSON text something is wrong.</summary>
internal static class JsonPlaces
{
    /// <summary>The diagnostic for an end that came too early.</summary>
    public static PlanDiagnostic Problem(JsonEnd end, ReadOnlySpan<byte> utf8, int offset)
    {
        var before = utf8[..Math.Min(offset, utf8.Length)];
        var line = before.Count((byte)'\n') + 1;
        var lineStart = before.LastIndexOf((byte)'\n') + 1;
        return PlanProblems.At(end, line, Encoding.UTF8.GetCharCount(before[lineStart..]) + 1);
    }
}
