namespace RgPolicy.Dbms;

/// <summary>What is wanted for later executions of a statement.</summary>
/// <param name="Database">The database.</param>
/// <param name="Fingerprint">The statement's fingerprint.</param>
/// <param name="Hint">The hint, or null where there is to be none.</param>
/// <param name="Class">The class that asks for it.</param>
public sealed record HintRequest(string Database, string Fingerprint, string? Hint, string Class)
{
    /// <summary>How long it may last although the statement goes on running; null where only the
    /// statement decides.</summary>
    public TimeSpan? Lasts { get; init; }

    /// <summary>The rule that had a part in it, or null.</summary>
    public string? Rule { get; init; }
}
