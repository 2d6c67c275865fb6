namespace RgPolicy.Engine.Decide;

/// <summary>Queries that are over before it matters which class they have.</summary>
public static class ShortLife
{
    /// <summary>A query that lives for less is one.</summary>
    public static readonly TimeSpan Limit = TimeSpan.FromMilliseconds(300);
}
