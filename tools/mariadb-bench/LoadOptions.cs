namespace RgPolicy.MariaDbBench;

/// <summary>How short transactions beside loads are measured.</summary>
/// <param name="Pairs">Pairs, length, rate and the rest.</param>
/// <param name="Loaders">Clients that load, each into a table of its own.</param>
/// <param name="Rows">Rows of one load, or of a table that gets an index.</param>
/// <param name="BuildsIndexes">They build indexes in place of <c>LOAD DATA</c>.</param>
/// <param name="Policy">The policy that governs.</param>
internal sealed record LoadOptions(PairOptions Pairs, int Loaders, int Rows, bool BuildsIndexes, string Policy);
