namespace RgPolicy.Sidecar.Journal;

/// <summary>One line of the journal: one of the members beside the boot is given, in the first line of
/// a journal none.</summary>
internal sealed record JournalEntry
{
    /// <summary>The boot in which it was written; of another boot nothing is left to restore.</summary>
    public required string Boot { get; init; }

    /// <summary>A process that is about to be changed.</summary>
    public ProcessOriginal? Process { get; init; }

    /// <summary>A process that has everything back, or is gone: its number ...</summary>
    public int? DoneProcessId { get; init; }

    /// <summary>... and its start time.</summary>
    public ulong? DoneStartTime { get; init; }

    /// <summary>A group directory that is about to be made.</summary>
    public string? Group { get; init; }

    /// <summary>A group directory that is gone, or was not made.</summary>
    public string? RemovedGroup { get; init; }

    /// <summary>A cgroup v2 directory and, as its last part, a controller that is about to be enabled
    /// for its children.</summary>
    public string? Controller { get; init; }

    /// <summary>The same when that was taken back.</summary>
    public string? RevertedController { get; init; }

    /// <summary>A file that is about to be given to another user.</summary>
    public HandedFile? Handed { get; init; }

    /// <summary>A file that has its owner back, or is gone.</summary>
    public string? TakenBack { get; init; }
}
