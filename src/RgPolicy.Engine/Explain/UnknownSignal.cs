namespace RgPolicy.Engine.Explain;

/// <summary>A signal that is not known.</summary>
/// <param name="Name">Its full name.</param>
/// <param name="IsPending">True when it will come; false when it cannot come any more.</param>
public sealed record UnknownSignal(string Name, bool IsPending);
