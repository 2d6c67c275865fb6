namespace RgPolicy.Service.Replaying;

/// <summary>A query that another policy puts elsewhere.</summary>
/// <param name="Query">Its id.</param>
/// <param name="From">Its class under the first policy.</param>
/// <param name="To">Its class under the second.</param>
public sealed record ClassChange(string Query, string From, string To);
