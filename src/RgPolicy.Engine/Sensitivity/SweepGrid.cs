namespace RgPolicy.Engine.Sensitivity;

/// <summary>Two levers of which each setting is tried with each of the other.</summary>
/// <param name="First">One.</param>
/// <param name="Second">The other.</param>
public sealed record SweepGrid(Sweep First, Sweep Second);
