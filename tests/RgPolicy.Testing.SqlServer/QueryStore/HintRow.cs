namespace RgPolicy.Testing.SqlServer.QueryStore;

/// <summary>A hint of a Query Store.</summary>
/// <param name="Text">The hint.</param>
/// <param name="Failure">Why the server could not use it, as a number; 0 for no reason.</param>
internal sealed record HintRow(string Text, int Failure);
