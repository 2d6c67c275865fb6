using RgPolicy.Language.Numbers;

namespace RgPolicy.Language.Model;

/// <summary>A share of a class's calls that a policy test says to be late, as its objective measures it.</summary>
/// <param name="Class">The class's name.</param>
/// <param name="Percent">0 to 100.</param>
public sealed record GivenLateness(string Class, Rational Percent);
