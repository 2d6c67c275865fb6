namespace RgPolicy.Service.Watching;

/// <summary>What a glance at a backend tells of the statement that it ran.</summary>
internal enum StatementState
{
    /// <summary>It still runs.</summary>
    Same,

    /// <summary>The backend has waited for something: the statement still runs, or another one does.</summary>
    MayHaveEnded,

    /// <summary>The backend waits for its client, or is gone.</summary>
    Ended,
}
