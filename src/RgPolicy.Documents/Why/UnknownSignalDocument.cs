namespace RgPolicy.Documents.Why;

/// <summary>A signal that is not known.</summary>
/// <param name="Signal">Its full name.</param>
/// <param name="State"><c>pending</c>, or <c>absent</c> where it cannot come any more.</param>
public sealed record UnknownSignalDocument(string? Signal, string? State);
