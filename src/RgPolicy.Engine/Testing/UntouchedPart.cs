namespace RgPolicy.Engine.Testing;

/// <summary>A part of a policy that no test touches.</summary>
/// <param name="Kind"><c>class</c>, <c>branch</c>, <c>step</c>, <c>unless</c> or <c>state</c>.</param>
/// <param name="Name">The class, rule or state that it belongs to.</param>
/// <param name="Path">The policy.</param>
/// <param name="Line">Its line, from 1.</param>
/// <param name="Text">What is missing, for people.</param>
public sealed record UntouchedPart(string Kind, string Name, string Path, int Line, string Text);
