namespace RgPolicy.Mutation.Mutants;

/// <summary>One change of the code.</summary>
/// <param name="Number">From 1 on; the changed code asks whether it is the active one.</param>
/// <param name="File">The full path of the source.</param>
/// <param name="Line">From 1 on.</param>
/// <param name="Start">Where the changed code starts in the source.</param>
/// <param name="Kind">What kind of change it is.</param>
/// <param name="Before">The code as it is.</param>
/// <param name="After">The code as it becomes; empty where a statement is left out.</param>
internal sealed record Mutant(int Number, string File, int Line, int Start, string Kind, string Before, string After);
