using System.Collections.Immutable;

namespace RgPolicy.Sidecar.Changing;

/// <summary>One operation of a change, with what is needed to take it back.</summary>
/// <param name="Kind">What it does.</param>
/// <param name="Directory">The group.</param>
internal sealed record CacheStep(CacheStepKind Kind, string Directory)
{
    /// <summary>The resource of a write.</summary>
    internal string Resource { get; init; } = string.Empty;

    /// <summary>What a write sets.</summary>
    internal ImmutableSortedDictionary<int, ulong> After { get; init; } = ImmutableSortedDictionary<int, ulong>.Empty;

    /// <summary>What was there before a write; empty in a new group.</summary>
    internal ImmutableSortedDictionary<int, ulong> Before { get; init; } = ImmutableSortedDictionary<int, ulong>.Empty;

    /// <summary>The tasks of a move.</summary>
    internal ImmutableSortedSet<int> Tasks { get; init; } = [];

    /// <summary>Where they are before it.</summary>
    internal string From { get; init; } = string.Empty;

    /// <summary>The values of a group before its removal.</summary>
    internal CacheValues Values { get; init; } = CacheValues.None;

    /// <summary>The steps that take this one back, in order.</summary>
    internal IEnumerable<CacheStep> Inverse() => Kind switch
    {
        CacheStepKind.Make => [new CacheStep(CacheStepKind.Remove, Directory)],
        CacheStepKind.Write when Before.IsEmpty => [],
        CacheStepKind.Write => [this with { After = Before, Before = After }],
        CacheStepKind.Move => [this with { Directory = From, From = Directory }],
        _ => Values.Writes(Directory).Prepend(new CacheStep(CacheStepKind.Make, Directory)),
    };
}
