namespace RgPolicy.Simulation.Mixes;

/// <summary>Memory that a phase reads again and again, such as a hash table or a dictionary.</summary>
/// <param name="Bytes">How large it is, all threads together.</param>
/// <param name="Accesses">How often one execution reads a place in it.</param>
/// <param name="Skew">Exponent of Zipf's law: 0 reads all places equally often.</param>
/// <param name="IsCyclic">It is read in the same order again and again, as a small table that is scanned
/// repeatedly.</param>
public sealed record MixStructure(double Bytes, double Accesses, double Skew, bool IsCyclic)
{
    /// <summary>All clients of the query read the same one, as an index in shared buffers; else each has its own, as a
    /// hash table.</summary>
    public bool IsShared { get; init; }
}
