using RgPolicy.Service.Status.Answers;

namespace RgPolicy.Service.Status;

/// <summary>A question that waits for the loop: either the loop begins it, or its asker gives it up first.</summary>
/// <param name="question">What is asked.</param>
internal sealed class WaitingQuestion(StatusQuestion question)
{
    private const int Begun = 1;
    private const int GivenUp = 2;

    private readonly TaskCompletionSource<LoopAnswer> _answer = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _state;

    /// <summary>What is asked.</summary>
    public StatusQuestion Question => question;

    /// <summary>Completes with the answer.</summary>
    public Task<LoopAnswer> Answer => _answer.Task;

    /// <summary>The loop takes it; false where its asker has gone.</summary>
    public bool Begin() => Interlocked.CompareExchange(ref _state, Begun, 0) == 0;

    /// <summary>Answers it.</summary>
    public void Give(LoopAnswer answer) => _answer.TrySetResult(answer);

    /// <summary>Its asker has gone: it is not begun any more.</summary>
    public void GiveUp(CancellationToken cancellationToken)
    {
        Interlocked.CompareExchange(ref _state, GivenUp, 0);
        _answer.TrySetCanceled(cancellationToken);
    }
}
