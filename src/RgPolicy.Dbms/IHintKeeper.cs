namespace RgPolicy.Dbms;

/// <summary>
/// A DBMS that keeps hints for later executions of a statement. Calls return at once; the work is done
/// beside the loop, and what came of it is told afterwards.
/// </summary>
public interface IHintKeeper : IAsyncDisposable
{
    /// <summary>
    /// Takes what is wanted now for the statements that run; what is not among it stays until it
    /// expires. Null clears everything.
    /// </summary>
    void Take(IReadOnlyList<HintRequest>? requests);

    /// <summary>What was done or refused since it was asked last, for people.</summary>
    IReadOnlyList<string> TakeNews();

    /// <summary>Clears every hint that is RgPolicy's.</summary>
    /// <param name="cancellationToken">Ends the wait; what is left is in the journal and cleared at the
    /// next start.</param>
    Task LetGoAsync(CancellationToken cancellationToken);
}
