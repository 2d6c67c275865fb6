namespace RgPolicy.Documents.Orders;

/// <summary>An answer that is none: why there is no other.</summary>
/// <param name="Error">Why, for people.</param>
public sealed record ErrorDocument(string? Error);
