namespace RgPolicy.Documents.Status;

/// <summary>A part of the policy that is not carried out here.</summary>
/// <param name="Name">As the policy has it.</param>
/// <param name="Line">Its line in the policy.</param>
/// <param name="Reason">Why, for people.</param>
public sealed record NotEnforcedStep(string? Name, long? Line, string? Reason);
