namespace RgPolicy.Mutation.Trying;

/// <summary>What a test did without any change.</summary>
/// <param name="Name">Its class and method.</param>
/// <param name="Seconds">How long it took once everything was compiled.</param>
/// <param name="Mutants">The changes whose places it ran.</param>
internal sealed record TestFigure(string Name, double Seconds, int[] Mutants);
