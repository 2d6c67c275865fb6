namespace RgPolicy.Service.Status.Answers;

/// <summary>A document that a client reads; to be disposed of when it was read, because its memory is
/// used again.</summary>
internal sealed class Answer(PieceBuffer content, Action? giveBack = null) : IDisposable
{
    private Action? _giveBack = giveBack;

    /// <summary>The document.</summary>
    public PieceBuffer Content => content;

    public void Dispose() => Interlocked.Exchange(ref _giveBack, null)?.Invoke();
}
