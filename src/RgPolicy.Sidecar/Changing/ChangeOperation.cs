namespace RgPolicy.Sidecar.Changing;

/// <summary>One operation of a change, with what is needed to take it back.</summary>
/// <param name="Kind">What it does.</param>
/// <param name="Directory">The group.</param>
internal sealed record ChangeOperation(ChangeStepKind Kind, string Directory)
{
    /// <summary>The resource of a write.</summary>
    internal string Resource { get; init; } = string.Empty;

    /// <summary>What a write sets.</summary>
    internal ImmutableSortedDictionary<int, ulong> After { get; init; } = ImmutableSortedDictionary<int, ulong>.Empty;

    /// <summary>What was there before a write; empty in a new group.</summary>
    internal ImmutableSortedDictionary<int, ulong> Before { get; init; } = ImmutableSortedDictionary<int, ulong>.Empty;

    /// <summary>The tasks of a move.</summary>
    internal ImmutableSortedSet<int> Tasks { get; init; } = [];

    /// <summary>Where they are before it; of a monitoring group its directory.</summary>
    internal string From { get; init; } = string.Empty;

    /// <summary>The values of a group before its removal.</summary>
    internal CacheValues Values { get; init; } = CacheValues.None;

    /// <summary>The file of a setting, or the controller that is enabled.</summary>
    internal string Name { get; init; } = string.Empty;

    /// <summary>What a setting becomes.</summary>
    internal string Text { get; init; } = string.Empty;

    /// <summary>What it was; null in a new group.</summary>
    internal string? Former { get; init; }

    /// <summary>The steps that take this one back, in order.</summary>
    internal IEnumerable<ChangeOperation> Inverse() =>
        Kind switch
        {
            ChangeStepKind.Make => [new ChangeOperation(ChangeStepKind.Remove, Directory)],
            ChangeStepKind.Write when Before.IsEmpty => [],
            ChangeStepKind.Write => [this with { After = Before, Before = After }],
            ChangeStepKind.Move or ChangeStepKind.Rename => [this with { Directory = From, From = Directory }],
            ChangeStepKind.Set => Former is null ? [] : [this with { Text = Former, Former = Text }],
            ChangeStepKind.Enable => [this with { Kind = ChangeStepKind.Disable }],
            ChangeStepKind.Disable => [this with { Kind = ChangeStepKind.Enable }],
            _ => Values.Writes(Directory).Prepend(new ChangeOperation(ChangeStepKind.Make, Directory)),
        };
}

/// <summary>What a step does.</summary>
internal enum ChangeStepKind
{
    /// <summary>Makes a group.</summary>
    Make,

    /// <summary>Writes one resource's line of a resctrl group.</summary>
    Write,

    /// <summary>Moves tasks into a resctrl group.</summary>
    Move,

    /// <summary>Moves a monitoring group with all its tasks to another class.</summary>
    Rename,

    /// <summary>Removes an empty group.</summary>
    Remove,

    /// <summary>Writes one setting of a cgroup, or the CPUs of a resctrl group.</summary>
    Set,

    /// <summary>Enables a controller for a cgroup's children.</summary>
    Enable,

    /// <summary>Takes that back.</summary>
    Disable,
}
