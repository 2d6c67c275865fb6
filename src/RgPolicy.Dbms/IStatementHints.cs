namespace RgPolicy.Dbms;

/// <summary>A DBMS that keeps hints for later executions of a statement. Calls return at once; the work is done beside
/// the loop, and what came of it is told afterwards.</summary>
internal interface IStatementHints : IAsyncDisposable
{
    /// <summary>Takes what is wanted now for the statements that run; what is not among it stays until it expires. Null
    /// clears everything.</summary>
    void Take(IReadOnlyList<HintRequest>? requests);

    /// <summary>What was done or refused since it was asked last, for people.</summary>
    IReadOnlyList<string> TakeNews();

    /// <summary>Clears every hint that is RgPolicy's.</summary>
    /// <param name="cancellationToken">Ends the wait; what is left is in the journal and cleared at the
    /// next start.</param>
    Task LetGoAsync(CancellationToken cancellationToken);
}

/// <summary>What is wanted for later executions of a statement.</summary>
/// <remarks><c>Hint</c>: the hint, or null where there is to be none. <c>Class</c>: the class that asks for
/// it.</remarks>
internal sealed record HintRequest(string Database, string Fingerprint, string? Hint, string Class)
{
    /// <summary>How long it may last although the statement goes on running; null where only the
    /// statement decides.</summary>
    public TimeSpan? Lasts { get; init; }

    /// <summary>The rule that had a part in it, or null.</summary>
    public string? Rule { get; init; }
}
