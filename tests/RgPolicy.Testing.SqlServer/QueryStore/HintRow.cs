namespace RgPolicy.Testing.SqlServer.QueryStore;

/// <summary>A hint of a Query Store.</summary>
/// <param name="Text">The hint.</param>
/// <param name="Failure">Why the server could not use it, as a number; 0 for no reason.</param>
/// <param name="SetAt">When it was set, seconds after the start; executions that begin later keep to it.</param>
internal sealed record HintRow(string Text, int Failure, double SetAt);
