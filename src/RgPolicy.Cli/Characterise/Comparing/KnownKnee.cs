namespace RgPolicy.Cli.Characterise.Comparing;

/// <summary>A knee as a report keeps it, as far as two are compared.</summary>
/// <param name="Lever">The lever's name.</param>
/// <param name="Statement">The statement; null for the whole workload.</param>
/// <param name="Text">As it is shown.</param>
/// <param name="Least">The smallest setting that cannot be ruled out.</param>
/// <param name="Most">The smallest that is surely enough; null where none is.</param>
/// <param name="Largest">The largest that was tried.</param>
internal sealed record KnownKnee(
    string Lever,
    string? Statement,
    string Text,
    double Least,
    double? Most,
    double Largest
);
