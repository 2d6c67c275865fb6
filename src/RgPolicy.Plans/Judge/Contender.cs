namespace RgPolicy.Plans.Judge;

/// <summary>A family in the contest for a statement's name.</summary>
/// <param name="Shape">The name that it would give.</param>
/// <param name="Weight">Its weighted rows.</param>
internal readonly record struct Contender(PlanShape Shape, double Weight);
