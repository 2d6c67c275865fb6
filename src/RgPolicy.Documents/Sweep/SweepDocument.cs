namespace RgPolicy.Documents.Sweep;

/// <summary><c>rgp/characterise/1</c>, as far as RgPolicy reads it again.</summary>
/// <param name="Schema"><c>rgp/characterise/1</c>.</param>
/// <param name="Server">The server.</param>
/// <param name="Version">Its version.</param>
/// <param name="Clients">Clients at the same time.</param>
/// <param name="BaselinePerSecond">Statements per second with nothing limited, or null.</param>
/// <param name="Curves">A lever each.</param>
/// <param name="Policy">The policy's text.</param>
public sealed record SweepDocument(
    string? Schema,
    string? Server,
    string? Version,
    int? Clients,
    double? BaselinePerSecond,
    IReadOnlyList<SweptCurve>? Curves,
    string? Policy = null
);

/// <summary>What a workload or one of its statements does under the settings of a lever.</summary>
/// <param name="Lever">The lever's name.</param>
/// <param name="Statement">The statement; null for the whole workload.</param>
/// <param name="Points">A setting each.</param>
/// <param name="Knees">A share of the best each.</param>
public sealed record SweptCurve(
    string? Lever,
    string? Statement,
    IReadOnlyList<SweptPoint>? Points,
    IReadOnlyList<SweptKnee>? Knees
);

/// <summary>A setting of a lever.</summary>
/// <param name="Setting">Its value, in the lever's unit.</param>
/// <param name="Text">As it is shown.</param>
public sealed record SweptPoint(double? Setting, string? Text);

/// <summary>How little of a lever is enough.</summary>
/// <param name="Share">Of the best, such as 0.95.</param>
/// <param name="Kind"><c>found</c>, <c>insensitive</c> or <c>still_rising</c>.</param>
/// <param name="Setting">The smallest setting whose median has that share.</param>
/// <param name="Least">The smallest setting that cannot be ruled out.</param>
/// <param name="Most">The smallest that is surely enough; null where none is.</param>
public sealed record SweptKnee(double? Share, string? Kind, double? Setting, double? Least, double? Most);
