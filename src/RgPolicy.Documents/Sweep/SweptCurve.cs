namespace RgPolicy.Documents.Sweep;

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
