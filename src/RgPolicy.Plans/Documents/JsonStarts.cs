namespace RgPolicy.Plans.Documents;

/// <summary>Places in a text where a JSON document may begin; each is tried once, so the search is linear.</summary>
internal static class JsonStarts
{
    /// <summary>The next <c>[</c> or <c>{</c> whose next sign could follow it in a plan document, or -1.</summary>
    public static int Next(ReadOnlySpan<byte> utf8, int from)
    {
        for (var i = from; i < utf8.Length; i++)
        {
            var found = utf8[i..].IndexOfAny((byte)'[', (byte)'{');
            if (found < 0)
                return -1;
            i += found;
            if (IsPlausible(utf8, i))
                return i;
        }

        return -1;
    }

    /// <summary>True when the first name at that place is one that a plan begins with.</summary>
    public static bool BeginsPlan(ReadOnlySpan<byte> utf8, int start)
    {
        var name = utf8[start..].TrimStart("[{ \t\r\n"u8);
        return name.StartsWith("\"Plan"u8)
            || name.StartsWith("\"Node"u8)
            || name.StartsWith("\"Query"u8)
            || name.StartsWith("\"query"u8);
    }

    private static bool IsPlausible(ReadOnlySpan<byte> utf8, int start)
    {
        var rest = utf8[(start + 1)..].TrimStart(" \t\r\n"u8);
        if (rest.IsEmpty)
            return false;
        return utf8[start] == (byte)'{' ? rest[0] == (byte)'"' : rest[0] is (byte)'{' or (byte)'[' or (byte)'"';
    }
}
