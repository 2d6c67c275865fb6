using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.SqlServer.History;

/// <summary>What one reading brought.</summary>
/// <param name="Found">The histories that were found.</param>
/// <param name="Notes">What to tell the user.</param>
internal sealed record HistoryAnswer(
    IReadOnlyList<KeyValuePair<HistoryKey, HistoryFacts>> Found,
    IReadOnlyList<string> Notes
)
{
    /// <summary>Nothing was read.</summary>
    public static HistoryAnswer Nothing { get; } = new([], []);
}
