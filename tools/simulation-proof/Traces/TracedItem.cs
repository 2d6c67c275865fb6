namespace RgPolicy.SimulationProof.Traces;

/// <summary>Lines that one class reads.</summary>
/// <param name="Class">The class.</param>
/// <param name="Lines">How many; 0 for a stream, in which each line comes once.</param>
/// <param name="Part">Its part of all accesses.</param>
/// <param name="IsCyclic">Read in order again and again.</param>
internal sealed record TracedItem(int Class, int Lines, double Part, bool IsCyclic);
