using System.Buffers;

namespace RgPolicy.Plans.SqlServer;

/// <summary>Finds the documents in a file: each place where an element with the local name ShowPlanXML
/// begins.</summary>
internal static class ShowplanRoots
{
    private const string Name = "ShowPlanXML";

    /// <summary>Sign and prefix before the name take at most this many characters.</summary>
    private const int LongestPrefix = 64;

    private static readonly SearchValues<char> NotInNames = SearchValues.Create(":/ !?\"'<>\n");

    /// <summary>Offset of the opening angle bracket of the first root at or after
    /// <paramref name="from"/>, or -1.</summary>
    public static int Next(ReadOnlySpan<byte> document, int from, Encoding encoding)
    {
        var name = NameIn(encoding);
        while (from < document.Length)
        {
            var found = document[from..].IndexOf(name);
            if (found < 0)
                return -1;
            if (Bracket(document, from + found, encoding) is var bracket and >= 0)
                return bracket;
            from += found + name.Length;
        }

        return -1;
    }

    /// <summary>The root after so many others, counted from the one at <paramref name="start"/>, or -1.</summary>
    public static int Skip(ReadOnlySpan<byte> document, int start, int roots, Encoding encoding)
    {
        for (; roots > 0 && start >= 0; roots--)
            start = Next(document, PastName(document, start, encoding), encoding);
        return start;
    }

    /// <summary>The prefix of the element at that place, or an empty string.</summary>
    public static string Prefix(ReadOnlySpan<byte> document, int start, Encoding encoding)
    {
        var head = encoding.GetString(
            document.Slice(start, Math.Min(document.Length - start, (LongestPrefix + Name.Length) * 4))
        );
        var name = head.IndexOf(Name, StringComparison.Ordinal);
        return name > 2 && head[name - 1] == ':' ? head[1..(name - 1)] : "";
    }

    private static int PastName(ReadOnlySpan<byte> document, int start, Encoding encoding)
    {
        var name = NameIn(encoding);
        return start + Math.Max(0, document[start..].IndexOf(name)) + name.Length;
    }

    private static ReadOnlySpan<byte> NameIn(Encoding encoding) =>
        encoding is UTF8Encoding ? "ShowPlanXML"u8 : encoding.GetBytes(Name);

    /// <summary>The bracket that opens the element whose name begins at <paramref name="at"/>, or -1.</summary>
    private static int Bracket(ReadOnlySpan<byte> document, int at, Encoding encoding)
    {
        var unit = encoding.GetByteCount("<");
        var from = Math.Max(at % unit, at - (LongestPrefix * unit));
        var before = encoding.GetString(document[from..at]);
        var bracket = before.LastIndexOf('<');
        if (bracket < 0)
            return -1;
        var prefix = before.AsSpan(bracket + 1);
        var isElement =
            prefix.IsEmpty || (prefix[^1] == ':' && prefix[..^1].IndexOfAny(NotInNames) < 0 && prefix.Length > 1);
        return isElement ? at - ((before.Length - bracket) * unit) : -1;
    }
}
