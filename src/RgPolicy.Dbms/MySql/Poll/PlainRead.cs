using System.Text;
using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>Tells statements that read, and by their text lock no rows.</summary>
internal static class PlainRead
{
    // performance_schema cuts texts at 1,024 bytes, and what locks is at the end.
    private const int LongestWhole = 1_000;

    // FOR UPDATE, FOR SHARE, LOCK IN SHARE MODE; a column of such a name costs a question more, no more.
    private static readonly string[] Locking = ["UPDATE", "SHARE"];

    /// <summary>Whether it is one; in doubt it is none.</summary>
    public static bool Is(StatementFacts statement) =>
        statement is { Kind: StatementKind.Select, Text: { } text, IsTruncated: false }
        && Encoding.UTF8.GetByteCount(text) < LongestWhole
        && !Array.Exists(Locking, each => text.Contains(each, StringComparison.OrdinalIgnoreCase));
}
