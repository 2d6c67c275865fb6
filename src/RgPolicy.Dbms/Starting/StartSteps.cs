using System.Diagnostics;

namespace RgPolicy.Dbms.Starting;

/// <summary>
/// Does the steps of a start one after the other. Each has a limit of its own that holds whatever the step does: a
/// driver that waits for a server which does not answer any more, on whatever thread, is left behind. Where this
/// program itself has computed for a fifth of the limit, as the runtime's compiler does on a slow host, the limit is
/// given again, twice at most.
/// </summary>
/// <remarks><c>target</c>: what is started with, without any secret; messages begin with it. <c>report</c>: told of
/// every step, or null. <c>readOwnTime</c>: the processor time that this program has used; null for the kernel's
/// figure.</remarks>
internal sealed class StartSteps(
    string target,
    TimeProvider time,
    IStartReport? report = null,
    Func<TimeSpan>? readOwnTime = null
)
{
    public const int MostTimes = 3;

    private const int ShareOfOwnTime = 5;
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(1);

    /// <summary>Carries out one step within its limit.</summary>
    /// <remarks><c>work</c>: what it does; what it has made when it comes too late is disposed of.</remarks>
    /// <exception cref="ObserveException">It has taken longer than it may; the message says which step.</exception>
    public async Task<T> RunAsync<T>(
        StartStep step,
        Func<CancellationToken, Task<T>> work,
        CancellationToken cancellationToken
    )
    {
        var began = time.GetTimestamp();
        var late = new CancellationTokenSource();
        var working = Task.Run(() => work(late.Token), CancellationToken.None);
        try
        {
            var made = await WithinAsync(step, working, began, cancellationToken);
            report?.Done(step, time.GetElapsedTime(began));
            return made;
        }
        catch (Exception e)
        {
            if (e is not OperationCanceledException)
                report?.Failed(step, time.GetElapsedTime(began));
            Leave(working, late);
            throw;
        }
    }

    private async Task<T> WithinAsync<T>(
        StartStep step,
        Task<T> working,
        long began,
        CancellationToken cancellationToken
    )
    {
        var (own, wait) = (OwnTime(), Patience < step.Limit ? Patience : step.Limit);
        if (!await EndsWithinAsync(working, wait, cancellationToken))
            report?.Waits(step, time.GetElapsedTime(began));
        wait = step.Limit - wait;
        for (var times = 1; ; times++, wait = step.Limit)
        {
            try
            {
                return await working.WaitAsync(wait, time, cancellationToken);
            }
            catch (TimeoutException timeout) when (!working.IsCompleted)
            {
                var before = own;
                own = OwnTime();
                if (times == MostTimes || own - before < step.Limit / ShareOfOwnTime)
                    throw Late(step, times, timeout);
            }
        }
    }

    private ObserveException Late(StartStep step, int times, TimeoutException timeout) =>
        new(
            string.Create(
                CultureInfo.InvariantCulture,
                $"{target}: no answer within {step.Limit.TotalSeconds * times} s while {step.Doing}; it, or what is "
                    + $"between, stands still or is overloaded"
            ),
            timeout
        );

    private TimeSpan OwnTime()
    {
        if (readOwnTime is not null)
            return readOwnTime();
        using var self = Process.GetCurrentProcess();
        return self.TotalProcessorTime;
    }

    private async Task<bool> EndsWithinAsync(Task working, TimeSpan patience, CancellationToken cancellationToken)
    {
        await Task.WhenAny(working, Task.Delay(patience, time, cancellationToken));
        cancellationToken.ThrowIfCancellationRequested();
        return working.IsCompleted;
    }

    // Cancelled on another thread: a driver may ask the server, in the very call that cancels, to end the statement.
    private static void Leave<T>(Task<T> working, CancellationTokenSource late)
    {
        _ = late.CancelAsync();
        _ = working.ContinueWith(
            static done =>
                done.IsCompletedSuccessfully && done.Result is IAsyncDisposable made
                    ? made.DisposeAsync().AsTask()
                    : Task.FromResult(done.Exception),
            CancellationToken.None,
            TaskContinuationOptions.None,
            TaskScheduler.Default
        );
    }
}

internal interface IStartReport
{
    void Done(StartStep step, TimeSpan elapsed);

    void Waits(StartStep step, TimeSpan elapsed);

    /// <summary>A step has ended without success: its limit is over, or it was refused.</summary>
    void Failed(StartStep step, TimeSpan elapsed);
}

/// <param name="Doing">What is done, as it stands after "while".</param>
/// <param name="Limit">The longest that it may take; on a host that is full each step takes many times
/// longer than alone.</param>
internal sealed record StartStep(string Doing, TimeSpan Limit)
{
    private static readonly TimeSpan Usual = TimeSpan.FromSeconds(10);

    public static StartStep Connect { get; } = new("connecting", Usual);
    public static StartStep Catalog { get; } = new("reading the server's catalog", Usual);
    public static StartStep Prepare { get; } = new("preparing the poll", Usual);

    /// <summary>The first poll; a later one is tried again.</summary>
    public static StartStep FirstPoll { get; } = new("polling for the first time", TimeSpan.FromSeconds(3));

    /// <summary>A plan that is not needed, for the connection that plans come through.</summary>
    public static StartStep PlanChannel { get; } = new("opening the channel for plans", TimeSpan.FromSeconds(3));

    /// <summary>The sidecar's answer; longer than its client waits for one that is at work, so that the client tells
    /// why there is none.</summary>
    public static StartStep Sidecar { get; } = new("asking the sidecar", TimeSpan.FromSeconds(12));
}
