namespace RgPolicy.Documents.Why;

/// <summary>What co-run advice says of one query.</summary>
/// <param name="Admitted">Whether it should run beside the others.</param>
/// <param name="Reason">Why, for people.</param>
public sealed record CoRunDocument(bool? Admitted, string? Reason);
