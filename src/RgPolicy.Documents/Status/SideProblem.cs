namespace RgPolicy.Documents.Status;

/// <summary>A service beside the loop that does not work; everything is governed on.</summary>
/// <param name="Service">What it is called.</param>
/// <param name="Problem">Why it does not work.</param>
public sealed record SideProblem(string? Service, string? Problem);
