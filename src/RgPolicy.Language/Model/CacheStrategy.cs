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
