using System.Threading.Channels;
using RgPolicy.Documents.Policy;
using RgPolicy.Service.Metrics;
using RgPolicy.Service.Status.Answers;

namespace RgPolicy.Service.Status;

/// <summary>Stands between a loop and its readers. The loop shows what there is to see, and readers look at that
/// without the loop. Questions about one query and orders are handed to the loop, which answers them between two turns:
/// so its state needs no lock.</summary>
internal sealed class StatusBroker
{
    // Above the longest turn of a loop that runs: 2 s of pause and 1 s for a poll.
    private static readonly TimeSpan Stale = TimeSpan.FromSeconds(5);

    // The page reads itself again every 5 s.
    private static readonly TimeSpan Interest = TimeSpan.FromSeconds(15);

    private readonly TimeProvider _time;
    private readonly object _gate = new();
    private readonly List<(string Service, Func<string?> Problem)> _side = [];
    private ShownView? _shown;
    private TaskCompletionSource? _next;
    private long? _looked;

    private readonly Channel<WaitingQuestion> _questions = Channel.CreateBounded<WaitingQuestion>(16);

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

    /// <summary>What does not work beside the loop, by the name of each such service.</summary>
    internal IReadOnlyList<(string Service, string Problem)> SideProblems
    {
        get
        {
            lock (_gate)
            {
                return
                [
                    .. _side.Select(each => (each.Service, each.Problem() ?? "")).Where(each => each.Item2.Length > 0),
                ];
            }
        }
    }

    /// <summary>Whether a client has looked lately.</summary>
    internal bool IsLookedAt
    {
        get
        {
            lock (_gate)
                return _looked is { } looked && _time.GetElapsedTime(looked) < Interest;
        }
    }

    /// <summary>Shows of a service beside the loop what is wrong with it.</summary>
    /// <param name="service">What it is called.</param>
    /// <param name="problem">Why it does not work; null where it does.</param>
    public void Watch(string service, Func<string?> problem)
    {
        lock (_gate)
            _side.Add((service, problem));
    }

    /// <summary>Asks the loop about a query or orders something, and waits for the answer. What the loop has not begun
    /// when the wait is given up is not done any more.</summary>
    public async Task<LoopAnswer> AskAsync(StatusQuestion question, CancellationToken cancellationToken)
    {
        var waiting = new WaitingQuestion(question);
        await using var giveUp = cancellationToken.UnsafeRegister(_ => waiting.GiveUp(cancellationToken), null);
        await _questions.Writer.WriteAsync(waiting, cancellationToken);
        return await waiting.Answer; // Ends with the token too, and not before the order is given up.
    }

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
                    return shown;

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
                    return shown;

                next = (_next ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously)).Task;
            }

            await next.WaitAsync(cancellationToken);
        }
    }

    /// <summary>Completes when a client asks.</summary>
    internal Task WaitAsync() => _questions.Reader.WaitToReadAsync().AsTask();

    /// <summary>Hands over all questions that wait, each with what takes its answer: at once or in a
    /// later turn. One that throws is answered with the fault.</summary>
    internal async Task AnswerAsync(
        Func<StatusQuestion, Action<LoopAnswer>, Task> answer,
        Action<StatusQuestion, Exception>? failed = null
    )
    {
        while (_questions.Reader.TryRead(out var next))
        {
            if (!next.Begin())
                continue;

            try
            {
                await answer(next.Question, next.Give);
            }
            catch (Exception fault) when (fault is not OperationCanceledException)
            {
                next.Give(LoopAnswer.Fault(fault));
                failed?.Invoke(next.Question, fault);
            }
        }
    }
}

/// <summary>What a desk shows.</summary>
/// <param name="View">The view.</param>
/// <param name="Number">1 for the first one, and one more for each.</param>
/// <param name="At">When it was shown, as the clock's timestamp.</param>
internal sealed record ShownView(IStatusView View, long Number, long At);

/// <summary>What can be told of a target at one moment. It never changes, so that any thread may read it beside the
/// loop.</summary>
internal interface IStatusView
{
    /// <summary>Whether it is true until another one is shown, and not only while the loop shows one
    /// after the other.</summary>
    bool IsLasting { get; }

    /// <summary>In one line, for a list of targets.</summary>
    string Line { get; }

    /// <summary>All of it; null where there is no more than the line, because the loop cannot begin.</summary>
    StatusDocument? ToDocument();

    /// <summary>The policy in force and its use; null where the loop cannot begin.</summary>
    PolicyDocument? ToPolicy();

    /// <summary>Writes <c>rgp/status/1</c>.</summary>
    void WriteStatus(IBufferWriter<byte> output);

    /// <summary>Its figures; null where the loop cannot begin.</summary>
    IReadOnlyList<MetricFamily>? ToMetrics();

    /// <summary>Writes its figures in the Prometheus text format.</summary>
    void WriteMetrics(IBufferWriter<byte> output);
}

/// <summary>A question that waits for the loop: either the loop begins it, or its asker gives it up first.</summary>
internal sealed class WaitingQuestion(StatusQuestion question)
{
    private const int Begun = 1;
    private const int GivenUp = 2;

    private readonly TaskCompletionSource<LoopAnswer> _answer = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _state;

    public StatusQuestion Question => question;

    public Task<LoopAnswer> Answer => _answer.Task;

    /// <summary>The loop takes it; false where its asker has gone.</summary>
    public bool Begin() => Interlocked.CompareExchange(ref _state, Begun, 0) == 0;

    public void Give(LoopAnswer answer) => _answer.TrySetResult(answer);

    /// <summary>Its asker has gone: it is not begun any more.</summary>
    public void GiveUp(CancellationToken cancellationToken)
    {
        Interlocked.CompareExchange(ref _state, GivenUp, 0);
        _answer.TrySetCanceled(cancellationToken);
    }
}

/// <summary>A loop that the site shows.</summary>
/// <param name="Name">Of the target; empty where there is one loop only.</param>
/// <param name="Broker">Where the loop is asked.</param>
internal sealed record SiteTarget(string Name, StatusBroker Broker)
{
    /// <summary>The file of a simulation to show beside what was measured; null for none.</summary>
    public string? Simulated { get; init; }
}
