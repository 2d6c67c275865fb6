using System.Collections.Immutable;

namespace RgPolicy.Language.Model;

/// <summary>Settings that replace those of a pool while a state is active.</summary>
public sealed record PoolOverride(Pool Pool, ImmutableArray<Setting> Settings);
