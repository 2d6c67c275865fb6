using RgPolicy.Dbms.Tests.PostgreSql.Told;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.PostgreSql.QuerySets;

/// <summary>What became of a text on a server.</summary>
/// <param name="Version">The server's major version.</param>
/// <param name="Query">The text.</param>
/// <param name="Style">Which values were parameters; null for none.</param>
/// <param name="Told">What the observer told.</param>
/// <param name="Measured">The plan with what EXPLAIN ANALYZE measured; null where it did not end in time.</param>
internal sealed record QueryAnswer(
    int Version,
    QueryText Query,
    ParameterStyle? Style,
    ToldShape Told,
    MeasuredPlan? Measured
)
{
    private const double NearTie = 0.8;

    /// <summary>It got a plan.</summary>
    public bool HasPlan => Told.Profile is not null;

    /// <summary>What was told is what was measured.</summary>
    public bool IsAsMeasured => Told.Profile?.Shape == Measured?.Profile?.Shape;

    /// <summary>Two families weigh about the same, by the estimate or as measured.</summary>
    public bool IsNearTie => IsNear(Told.Profile) || IsNear(Measured?.Profile);

    /// <summary>One line of the file that the command prints from.</summary>
    public string Line => string.Join('\t', Fields.Select(field => field.ReplaceLineEndings(" ").Replace('\t', ' ')));

    private string[] Fields =>
        [
            Version.ToString(CultureInfo.InvariantCulture),
            Query.Name,
            Style?.ToString() ?? "none",
            HasPlan ? "plan" : "no plan",
            Told.Shape,
            Shape(Measured?.Profile),
            IsNearTie ? "near tie" : "",
            Told.After.TotalMilliseconds.ToString("0", CultureInfo.InvariantCulture),
            Told.Profile?.Reason ?? Told.Reason,
            Measured?.Profile?.Reason ?? "",
            Shape(Measured?.ByRows),
            Measured?.ByRows?.Reason ?? "",
        ];

    private static string Shape(PlanProfile? profile) => profile?.Shape.ToString().ToLowerInvariant() ?? "";

    private static bool IsNear(PlanProfile? profile) =>
        profile is { ShapeShare: { } share, RunnerUpShare: { } second }
        && Math.Min(share, second) >= NearTie * Math.Max(share, second);
}
