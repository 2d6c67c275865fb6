using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Text;

namespace RgPolicy.Language.Model;

/// <summary>The policy's cache strategy.</summary>
/// <param name="Kind">Which.</param>
/// <param name="By">For dynamic: the signal that orders the classes.</param>
/// <param name="ReservePercent">For dynamic: the share that streaming classes have in common.</param>
/// <param name="Range">Where it stands.</param>
public sealed record CacheStrategy(CacheStrategyKind Kind, Signal? By, Rational? ReservePercent, TextRange Range);

/// <summary>How the ways of a domain are shared among pools.</summary>
public enum CacheStrategyKind
{
    /// <summary>Masks as written.</summary>
    Static,

    /// <summary>Re-split when the mix of running classes changes [DaMoN'21].</summary>
    Dynamic,

    /// <summary>Treatment by locality [VLDB'09].</summary>
    Locality,

    /// <summary>Feedback to the policy's objectives.</summary>
    Objective,
}
