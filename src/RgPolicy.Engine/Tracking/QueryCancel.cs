using RgPolicy.Engine.Observe;

namespace RgPolicy.Engine.Tracking;

/// <summary>A rule wants a query to be cancelled: that query alone, never whatever its backend runs next.</summary>
/// <param name="Query">As last seen.</param>
/// <param name="Rule">The rule's name.</param>
public readonly record struct QueryCancel(ObservedQuery Query, string Rule);
