namespace RgPolicy.Engine.Allot;

/// <summary>A part that a program has: whose it is, and which of its pool's parts. The place says its number.</summary>
/// <param name="Owner">The pool, by its place in the policy.</param>
/// <param name="Ordinal">From 1 among the parts of its pool; 0 where there is no part at this place.</param>
internal readonly record struct PartPlace(int Owner, int Ordinal)
{
    /// <summary>No part is here.</summary>
    public bool IsFree => Ordinal == 0;
}
