using System.Buffers;

namespace RgPolicy.Plans.Documents;

/// <summary>Blanks for the control characters that logs leave in the strings of a plan, where JSON takes none; places
/// stay as they are.</summary>
internal static class RawControls
{
    /// <summary>The text itself where nothing is to be blanked.</summary>
    public static string Blank(string text)
    {
        var utf8 = Encoding.UTF8.GetBytes(text);
        var blanked = 0;
        for (var start = JsonStarts.Next(utf8, 0); start >= 0; )
        {
            // All brackets in front of a name belong to one value.
            var name = utf8.Length - utf8.AsSpan(start).TrimStart("[{ \t\r\n"u8).Length;
            var end = JsonStarts.BeginsPlan(utf8, start) ? BlankValue(utf8, start, ref blanked) : name;
            start = JsonStarts.Next(utf8, Math.Max(start + 1, end));
        }

        return blanked == 0 ? text : Encoding.UTF8.GetString(utf8);
    }

    /// <returns>The place after the value.</returns>
    private static int BlankValue(Span<byte> utf8, int at, ref int blanked)
    {
        var (depth, isText) = (0, false);
        for (; at < utf8.Length; at++)
        {
            var sign = utf8[at];
            if (sign == '"')
                isText = !isText;
            else if (isText && sign == '\\')
                at++;
            else if (isText && sign < ' ')
                (utf8[at], blanked) = ((byte)' ', blanked + 1);
            else if (!isText && sign is (byte)'[' or (byte)'{')
                depth++;
            else if (!isText && sign is (byte)']' or (byte)'}' && --depth <= 0)
                return at + 1;
        }

        return at;
    }
}

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

/// <summary>The brackets of a text outside of the JSON values that were read from it. One that closes what was never
/// opened tells that the beginning of a document is missing.</summary>
internal struct OutsideBrackets
{
    private static readonly SearchValues<byte> Signs = SearchValues.Create("[]{}"u8);

    private int _open;

    public bool ClosesTooMuch { get; private set; }

    /// <summary>Adds what stands between two values, or before the first or after the last.</summary>
    public void Add(ReadOnlySpan<byte> between)
    {
        for (var at = between.IndexOfAny(Signs); at >= 0; at = between.IndexOfAny(Signs))
        {
            _open += between[at] is (byte)'[' or (byte)'{' ? 1 : -1;
            ClosesTooMuch |= _open < 0;
            _open = Math.Max(0, _open);
            between = between[(at + 1)..];
        }
    }
}
