namespace RgPolicy.Service.Loop;

/// <summary>The loop: observe, decide, enforce, verify, publish, and only then the heartbeat. It wakes early when a
/// plan has arrived, and lets everything go when it ends, however it ends.</summary>
internal sealed class GovernorLoop(LoopParts parts) : IAsyncDisposable
{
    private static readonly TimeSpan ReleaseTime = TimeSpan.FromMilliseconds(800);

    private readonly LoopSteps _steps = new(parts);
    private readonly HeapStep _heap = new(parts.Time);
    private readonly long _began = parts.Time.GetTimestamp();

    /// <summary>Runs until the time is up, the recording ends or it is cancelled; never throws for any
    /// of these.</summary>
    public async Task<LoopSummary> RunAsync(CancellationToken cancellationToken)
    {
        var end = LoopEnd.Finished;
        try
        {
            _steps.Begin();
            while (!IsOver())
                await TurnAndRestAsync(cancellationToken);
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            end = LoopEnd.Cancelled;
        }
        finally
        {
            parts.Broker?.Rest.Begin(TimeSpan.MaxValue);
            await LetGoAsync();
        }

        parts.Logger.Ended(_steps.Turns);
        return _steps.Summarise(end, parts.Time.GetElapsedTime(_began));
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync() => _steps.DisposeAsync();

    private bool IsOver() =>
        _steps.Observer.IsAtEnd || (parts.Duration is { } limit && parts.Time.GetElapsedTime(_began) >= limit);

    private async Task TurnAndRestAsync(CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var turnBegan = parts.Time.GetTimestamp();
        parts.Broker?.Rest.End();
        await _steps.PollTurnAsync(cancellationToken);
        await _steps.AnswerQuestionsAsync(cancellationToken);
        _heap.Tidy();
        await RestAsync(turnBegan, cancellationToken);
    }

    /// <summary>Waits until the next poll is due: when the interval is over, a query is old enough to be moved, or a
    /// watched backend gives a reason. Decides at once when a plan arrives meanwhile, and answers questions.</summary>
    private async Task RestAsync(long turnBegan, CancellationToken cancellationToken)
    {
        using var both = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        for (var isWhole = true; TimeToNextPoll(turnBegan) is var rest && rest > TimeSpan.Zero; isWhole = false)
        {
            parts.Broker?.Rest.Begin(rest, isWhole);
            if (!await IsWokenAsync(Task.Delay(rest, parts.Time, both.Token), both.Token, cancellationToken))
                break;
        }

        await both.CancelAsync();
        cancellationToken.ThrowIfCancellationRequested();
    }

    /// <summary>False when the rest is over.</summary>
    private async Task<bool> IsWokenAsync(Task pause, CancellationToken resting, CancellationToken cancellationToken)
    {
        var plan = _steps.MayWakeEarly ? _steps.Observer.WaitForPlanAsync(resting) : pause;
        var watch = _steps.MayWakeEarly ? _steps.Watch : null;
        var sign = watch?.Sign ?? pause;
        var question = _steps.QuestionAsync();
        var first = await Task.WhenAny(pause, plan, sign, question);
        parts.Broker?.Rest.End();
        if (first == pause || !first.IsCompletedSuccessfully)
            return false;

        if (first == sign && watch is not null)
            return !await watch.IsPollDueAsync(cancellationToken);

        await (
            first == plan ? _steps.PlanTurnAsync(cancellationToken) : _steps.AnswerQuestionsAsync(cancellationToken)
        );
        return true;
    }

    private TimeSpan TimeToNextPoll(long turnBegan)
    {
        var rest = _steps.Shorten(_steps.PollInterval - parts.Time.GetElapsedTime(turnBegan));
        var left = (parts.Duration ?? TimeSpan.MaxValue) - parts.Time.GetElapsedTime(_began);
        return rest < left ? rest : left;
    }

    /// <summary>Not cancelled with the loop: restoring comes first. Should it be late, closing the
    /// connection restores.</summary>
    private async Task LetGoAsync()
    {
        using var late = new CancellationTokenSource(ReleaseTime, parts.Time);
        try
        {
            await _steps.LetGoAsync(late.Token);
        }
        catch (OperationCanceledException)
        {
            await _steps.DisposeAsync();
        }
    }
}

/// <summary>Keeps memory where it is: what has outlived some young collections is given back within a minute, in the
/// rest between two turns and not whenever the runtime's own budget for old objects is used up.</summary>
internal sealed class HeapStep(TimeProvider time)
{
    private static readonly TimeSpan Interval = TimeSpan.FromMinutes(1);

    private long _looked = time.GetTimestamp();
    private int _collections;

    /// <summary>Collects once a minute, unless that was done: another loop of this process, or the runtime.</summary>
    public void Tidy()
    {
        if (time.GetElapsedTime(_looked) < Interval)
            return;

        _looked = time.GetTimestamp();
        if (GC.CollectionCount(GC.MaxGeneration) == _collections)
            GC.Collect(GC.MaxGeneration, GCCollectionMode.Aggressive, blocking: true, compacting: true);

        _collections = GC.CollectionCount(GC.MaxGeneration);
    }
}
