using RgPolicy.Service.Status;

namespace RgPolicy.Service.Web;

/// <summary>One question's answer, asked for again when it is older than a quarter of a second; all who wait share one.</summary>
internal sealed class RecentAnswer(StatusDesk desk, StatusQuestionKind kind, TimeProvider time)
{
    private static readonly TimeSpan Lifetime = TimeSpan.FromMilliseconds(250);

    private readonly object _gate = new();
    private Task<byte[]>? _answer;
    private long _asked;

    /// <summary>The answer; the wait for it may be given up, the question goes on for the others.</summary>
    public Task<byte[]> GetAsync(CancellationToken cancellationToken)
    {
        lock (_gate)
        {
            if (_answer is { } recent && (!recent.IsCompleted || time.GetElapsedTime(_asked) < Lifetime))
            {
                return recent.WaitAsync(cancellationToken);
            }

            _asked = time.GetTimestamp();
            _answer = desk.AskAsync(new StatusQuestion(kind), CancellationToken.None);
            return _answer.WaitAsync(cancellationToken);
        }
    }
}
