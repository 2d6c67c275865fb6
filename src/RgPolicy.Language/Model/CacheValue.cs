using RgPolicy.Language.Numbers;

namespace RgPolicy.Language.Model;

/// <summary>A share of the ways of one L3 domain; exactly one of percent and ways is given.</summary>
public sealed record CacheValue(Rational? Percent, int? Ways, int? AtLeastWays, bool Exclusive) : SettingValue;
