using System.Collections.Immutable;

namespace RgPolicy.Language.Conditions;

/// <summary>A version; missing parts count as 0.</summary>
public sealed record VersionConstant(ImmutableArray<long> Parts) : Constant;
