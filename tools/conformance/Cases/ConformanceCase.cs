namespace RgPolicy.Conformance.Cases;

/// <summary>One case: steps that begin with no group of ours and end with none.</summary>
/// <param name="Rule">The rule of the contract, such as <c>R7</c> or <c>C2</c>.</param>
/// <param name="Title">What it shows.</param>
/// <param name="Mount">Mount options that it needs; empty for none.</param>
/// <param name="Steps">Its steps.</param>
internal sealed record ConformanceCase(string Rule, string Title, string Mount, ImmutableArray<ConformanceStep> Steps)
{
    /// <summary>The name in tables.</summary>
    public string Name => $"{Rule} {Title}";
}
