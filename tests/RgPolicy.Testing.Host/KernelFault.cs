namespace RgPolicy.Testing.Host;

/// <summary>What a double is to do instead of, or before, an operation.</summary>
/// <param name="Operation">The operation, such as <c>write</c>, <c>mkdir</c>, <c>rmdir</c>; empty for any.</param>
/// <param name="PathEnd">What the path must end with.</param>
/// <param name="Error">The error number to answer with; 0 to carry the operation out.</param>
/// <param name="Before">What else happens at that moment, such as a foreign writer's change; null for nothing.</param>
internal sealed record KernelFault(string Operation, string PathEnd, int Error, Action? Before = null)
{
    /// <summary>How often it happens before it is spent.</summary>
    public int Times { get; init; } = 1;
}
