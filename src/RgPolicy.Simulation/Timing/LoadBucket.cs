namespace RgPolicy.Simulation.Timing;

/// <summary>Lines of a structure that are read equally often.</summary>
/// <param name="Lines">How many.</param>
/// <param name="Accesses">Accesses of one execution that a core's own cache does not answer.</param>
/// <param name="IsCyclic">They are read in the same order again and again.</param>
/// <param name="IsShared">All executions in a group read the same lines.</param>
internal readonly record struct LoadBucket(double Lines, double Accesses, bool IsCyclic, bool IsShared);
