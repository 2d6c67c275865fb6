using System.Buffers;
using System.Text;

namespace RgPolicy.Plans.SqlServer;

/// <summary>Finds the documents in a file: each place where an element with the local name ShowPlanXML begins.</summary>
internal static class ShowplanRoots
{
    private const string Name = "ShowPlanXML";

    /// <summary>Sign and prefix before the name take at most this many characters.</summary>
    private const int LongestPrefix = 64;

    private static readonly SearchValues<char> NotInNames = SearchValues.Create(":/ !?\"'<>\n");

    /// <summary>Offsets of the opening angle brackets, in order.</summary>
    public static List<int> Find(ReadOnlySpan<byte> document, Encoding encoding)
    {
        var starts = new List<int>();
        var name = encoding.GetBytes(Name);
        var from = 0;
        while (from < document.Length)
        {
            var found = document[from..].IndexOf(name);
            if (found < 0)
                break;
            if (Bracket(document, from + found, encoding) is var bracket and >= 0)
                starts.Add(bracket);
            from += found + name.Length;
        }

        return starts;
    }

    /// <summary>The prefix of the element at that place, or an empty string.</summary>
    public static string Prefix(ReadOnlySpan<byte> document, int start, Encoding encoding)
    {
        var head = encoding.GetString(document.Slice(start, Math.Min(document.Length - start, (LongestPrefix + Name.Length) * 4)));
        var colon = head.IndexOf(':', StringComparison.Ordinal);
        return colon > 0 && head.IndexOf(Name, StringComparison.Ordinal) > colon ? head[1..colon] : "";
    }

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
        var isElement = prefix.IsEmpty || (prefix[^1] == ':' && prefix[..^1].IndexOfAny(NotInNames) < 0 && prefix.Length > 1);
        return isElement ? at - ((before.Length - bracket) * unit) : -1;
    }
}
