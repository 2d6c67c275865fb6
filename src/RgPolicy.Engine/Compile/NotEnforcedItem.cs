namespace RgPolicy.Engine.Compile;

/// <summary>Something in the policy that this target or this version does not carry out.</summary>
/// <param name="Name">Such as <c>rule long_scan: cancel</c> or <c>state overload</c>.</param>
/// <param name="Line">Line of the policy.</param>
/// <param name="Reason">Why, and what happens instead.</param>
public sealed record NotEnforcedItem(string Name, int Line, string Reason);
