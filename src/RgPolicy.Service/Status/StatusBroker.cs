using System.Threading.Channels;
using RgPolicy.Service.Status.Answers;

namespace RgPolicy.Service.Status;

/// <summary>
/// Stands between a loop and its readers. The loop shows what there is to see, and readers look at that without the
/// loop. Questions about one query and orders are handed to the loop, which answers them between two turns: so its
/// state needs no lock.
/// </summary>
public sealed class StatusBroker
{
    // Above the longest turn of a loop that runs: 2 s of pause and 1 s for a poll.
    private static readonly TimeSpan Stale = TimeSpan.FromSeconds(5);

    // The page reads itself again every 5 s.
    private static readonly TimeSpan Interest = TimeSpan.FromSeconds(15);

    private readonly TimeProvider _time;
    private readonly object _gate = new();
    private ShownView? _shown;
    private TaskCompletionSource? _next;
    private long? _looked;

    private readonly Channel<(StatusQuestion Question, TaskCompletionSource<LoopAnswer> Answer)> _questions =
        Channel.CreateBounded<(StatusQuestion, TaskCompletionSource<LoopAnswer>)>(16);

    /// <summary>One for a loop.</summary>
    /// <param name="time">The clock; null for the system's.</param>
    public StatusBroker(TimeProvider? time = null)
    {
        _time = time ?? TimeProvider.System;
        Rest = new LoopRest(_time);
        Status = new RecentAnswer(this, (view, output) => view.WriteStatus(output));
        Metrics = new RecentAnswer(this, (view, output) => view.WriteMetrics(output));
    }

    /// <summary><c>rgp/status/1</c> of what is shown.</summary>
    internal RecentAnswer Status { get; }

    /// <summary>Its figures in the Prometheus text format.</summary>
    internal RecentAnswer Metrics { get; }

    /// <summary>When there is time to make documents.</summary>
    internal LoopRest Rest { get; }

    /// <summary>Counts the minutes that could not be kept; null where none are kept.</summary>
    internal Func<long>? CountLostMinutes { get; set; }

    /// <summary>Whether a client has looked lately.</summary>
    internal bool IsLookedAt
    {
        get
        {
            lock (_gate)
            {
                return _looked is { } looked && _time.GetElapsedTime(looked) < Interest;
            }
        }
    }

    /// <summary>Asks the loop about a query or orders something, and waits for the answer.</summary>
    public async Task<LoopAnswer> AskAsync(StatusQuestion question, CancellationToken cancellationToken)
    {
        var answer = new TaskCompletionSource<LoopAnswer>(TaskCreationOptions.RunContinuationsAsynchronously);
        await _questions.Writer.WriteAsync((question, answer), cancellationToken);
        return await answer.Task.WaitAsync(cancellationToken);
    }

    /// <summary>Shows this from now on.</summary>
    internal void Show(IStatusView view)
    {
        TaskCompletionSource? next;
        lock (_gate)
        {
            _shown = new ShownView(view, (_shown?.Number ?? 0) + 1, _time.GetTimestamp());
            (next, _next) = (_next, null);
        }

        next?.SetResult();
    }

    /// <summary>What is shown; waits for the next one where nothing was shown yet, or the loop has
    /// shown nothing for 5 s.</summary>
    internal async Task<ShownView> LookAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            Task next;
            lock (_gate)
            {
                _looked = _time.GetTimestamp();
                if (_shown is { } shown && (shown.View.IsLasting || _time.GetElapsedTime(shown.At) < Stale))
                {
                    return shown;
                }

                next = (_next ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)).Task;
            }

            await next.WaitAsync(cancellationToken);
        }
    }

    /// <summary>What is shown after this number. This does not count as a reader: it is the service's own.</summary>
    internal async Task<ShownView> NextAsync(long after, CancellationToken cancellationToken)
    {
        while (true)
        {
            Task next;
            lock (_gate)
            {
                if (_shown is { } shown && shown.Number > after)
                {
                    return shown;
                }

                next = (_next ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)).Task;
            }

            await next.WaitAsync(cancellationToken);
        }
    }

    /// <summary>Completes when a client asks.</summary>
    internal Task WaitAsync() => _questions.Reader.WaitToReadAsync().AsTask();

    /// <summary>Hands over all questions that wait, each with what takes its answer: at once or in a
    /// later turn.</summary>
    internal async Task AnswerAsync(Func<StatusQuestion, Action<LoopAnswer>, Task> answer)
    {
        while (_questions.Reader.TryRead(out var next))
        {
            await answer(next.Question, given => next.Answer.TrySetResult(given));
        }
    }
}
