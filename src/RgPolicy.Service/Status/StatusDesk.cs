using System.Threading.Channels;

namespace RgPolicy.Service.Status;

/// <summary>
/// Hands questions to the loop, which answers them between two turns: so its state needs no lock, and nobody pays for a
/// status that nobody asks for.
/// </summary>
public sealed class StatusDesk
{
    private readonly Channel<(StatusQuestion Question, TaskCompletionSource<byte[]> Answer)> _questions =
        Channel.CreateBounded<(StatusQuestion, TaskCompletionSource<byte[]>)>(16);

    /// <summary>Asks, and waits for the answer: one document, JSON but for metrics.</summary>
    public async Task<byte[]> AskAsync(StatusQuestion question, CancellationToken cancellationToken)
    {
        var answer = new TaskCompletionSource<byte[]>(TaskCreationOptions.RunContinuationsAsynchronously);
        await _questions.Writer.WriteAsync((question, answer), cancellationToken);
        return await answer.Task.WaitAsync(cancellationToken);
    }

    /// <summary>Completes when somebody asks.</summary>
    internal Task WaitAsync() => _questions.Reader.WaitToReadAsync().AsTask();

    /// <summary>Hands over all questions that wait, each with what takes its answer: at once or in a later turn.</summary>
    internal async Task AnswerAsync(Func<StatusQuestion, Action<byte[]>, Task> answer)
    {
        while (_questions.Reader.TryRead(out var next))
        {
            await answer(next.Question, document => next.Answer.TrySetResult(document));
        }
    }
}
