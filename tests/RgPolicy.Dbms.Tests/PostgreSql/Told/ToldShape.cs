using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.PostgreSql.Told;

/// <summary>What was told of a statement while it ran.</summary>
/// <param name="Shape">The shape, in small letters; <c>none</c> without a plan, empty while nothing was told.</param>
/// <param name="Reason">The plan's source, or why there is none.</param>
/// <param name="After">From the first sight of the statement until it was told.</param>
internal sealed record ToldShape(string Shape, string Reason, TimeSpan After)
{
    /// <summary>What the plan tells; null without a shape.</summary>
    public PlanProfile? Profile { get; init; }

    /// <summary>It is one of those that are right.</summary>
    public bool IsOneOf(ImmutableArray<string> right) => right.Contains(Shape, StringComparer.Ordinal);
}
