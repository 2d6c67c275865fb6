namespace RgPolicy.Cli.Comparing;

/// <summary>What <c>rgp prove never</c> was asked for.</summary>
internal sealed record ProveNeverRequest(string Policy, string Condition, string Pool, string? Target, bool Json);
