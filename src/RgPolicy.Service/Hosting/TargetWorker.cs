using Microsoft.Extensions.Hosting;
using RgPolicy.Documents.Orders;
using RgPolicy.Documents.Policy;
using RgPolicy.Service.Metrics;
using RgPolicy.Service.Status.Answers;

namespace RgPolicy.Service.Hosting;

/// <summary>Keeps one target governed: it begins, and when that fails it tries again with growing pauses, meanwhile
/// answering questions with the reason. Trouble with one target does not touch the others.</summary>
internal sealed class TargetWorker(ITargetRunner runner, TargetPost post, TargetState state, TimeProvider time)
    : BackgroundService
{
    private static readonly TimeSpan FirstPause = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan LongestPause = TimeSpan.FromSeconds(30);

    private readonly TargetPost _post = post with { TurnCompleted = state.TurnCompleted };

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        var pause = FirstPause;
        while (!stoppingToken.IsCancellationRequested)
        {
            var ran = time.GetTimestamp();
            if (await RunAsync(stoppingToken) is not { } problem)
                return;

            state.Stopped(problem);
            pause = time.GetElapsedTime(ran) > LongestPause ? FirstPause : pause;
            _post.Logger.TargetWaits(problem, pause.TotalSeconds);
            await WaitAsync(problem, pause, stoppingToken);
            pause = pause * 2 < LongestPause ? pause * 2 : LongestPause;
        }
    }

    private async Task<string?> RunAsync(CancellationToken stoppingToken)
    {
        try
        {
            return await runner.RunAsync(_post, stoppingToken);
        }
        catch (OperationCanceledException) when (stoppingToken.IsCancellationRequested)
        {
            return null;
        }
        catch (Exception failure)
        {
            // Whatever it was has ended this target's loop, which lets everything go; the others govern on.
            _post.Logger.TargetFailed(failure);
            return $"{failure.GetType().Name} in the loop: see the log";
        }
    }

    private async Task WaitAsync(string problem, TimeSpan pause, CancellationToken stoppingToken)
    {
        var over = Task.Delay(pause, time, stoppingToken);
        var refusal = WaitingDocument.Of(_post.Settings.Name, problem);
        _post.Broker.Show(refusal);
        while (!over.IsCompleted)
        {
            await Task.WhenAny(over, _post.Broker.WaitAsync());
            await _post.Broker.AnswerAsync(
                (_, answer) =>
                {
                    answer(refusal.ToAnswer());
                    return Task.CompletedTask;
                }
            );
        }
    }
}

/// <summary>Connects to a target and governs it.</summary>
internal interface ITargetRunner
{
    /// <summary>Runs until it is cancelled, having let everything go; or says why it cannot begin.</summary>
    /// <returns>Why not, with what to do; null when it was cancelled.</returns>
    Task<string?> RunAsync(TargetPost post, CancellationToken cancellationToken);
}

/// <summary>What a target's loop is given by the service.</summary>
internal sealed record TargetPost(
    TargetSettings Settings,
    string PauseFile,
    StatusBroker Broker,
    ILogger Logger,
    Action TurnCompleted
)
{
    /// <summary>How the log's file is; null where there is none.</summary>
    public LogHealth? LogHealth { get; init; }
}

/// <summary>What is shown, and answered to every question, while a target's loop cannot begin.</summary>
/// <param name="problem">Why not.</param>
internal sealed class WaitingDocument(string problem) : IStatusView
{
    public bool IsLasting => true;

    public string Line => problem;

    public static WaitingDocument Of(string target, string problem) =>
        new($"The target {target} is not governed, and tried again: {problem}");

    public StatusDocument? ToDocument() => null;

    public PolicyDocument? ToPolicy() => null;

    public void WriteStatus(IBufferWriter<byte> output) =>
        DocumentFormat.Write(output, new ErrorDocument(problem), DocumentFormat.Error);

    public IReadOnlyList<MetricFamily>? ToMetrics() => null;

    public void WriteMetrics(IBufferWriter<byte> output) => WriteStatus(output);

    public LoopAnswer ToAnswer() => LoopAnswer.Error(problem);
}
