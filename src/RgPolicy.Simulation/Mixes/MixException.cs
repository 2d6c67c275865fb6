namespace RgPolicy.Simulation.Mixes;

/// <summary>Ends the reading of a mix at its first error; never leaves <see cref="MixReader"/>.</summary>
internal sealed class MixException(string where, string problem) : Exception($"{where}: {problem}");
