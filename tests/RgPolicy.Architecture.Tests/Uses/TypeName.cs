namespace RgPolicy.Architecture.Tests.Uses;

/// <summary>A type of the top level.</summary>
internal readonly record struct TypeName(string Namespace, string Name);
