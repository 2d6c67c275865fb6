using System.Collections.Immutable;
using RgPolicy.Engine.Sensitivity;

namespace RgPolicy.Cli.Characterise.Comparing;

/// <summary>A knee as a report keeps it, as far as two are compared.</summary>
/// <param name="Lever">The lever's name.</param>
/// <param name="Statement">The statement; null for the whole workload.</param>
/// <param name="Kind">Whether less is enough.</param>
/// <param name="Text">As it is shown.</param>
/// <param name="Least">The smallest setting that cannot be ruled out.</param>
/// <param name="Most">The smallest that is surely enough; null where none is.</param>
/// <param name="Settings">Those that were tried.</param>
internal sealed record KnownKnee(
    string Lever,
    string? Statement,
    KneeKind Kind,
    string Text,
    double Least,
    double? Most,
    ImmutableArray<double> Settings
)
{
    /// <summary>Whether there is one, at a setting that is sure.</summary>
    public bool IsSure => Kind == KneeKind.Found && Least == Most;

    /// <summary>True where a setting that is surely enough elsewhere was tried here, or a larger one, and surely is not
    /// enough.</summary>
    /// <param name="enough">The setting; null where none is.</param>
    public bool Exceeds(double? enough) => Settings.Any(tried => tried >= enough && tried < Least);
}
