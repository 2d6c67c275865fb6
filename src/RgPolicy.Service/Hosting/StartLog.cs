using System.Diagnostics;
using RgPolicy.Dbms.Starting;

namespace RgPolicy.Service.Hosting;

/// <summary>Writes how a start goes on: each step with its time, and with what the whole process has
/// taken until then.</summary>
/// <param name="logger">Takes the lines; steps that are done in time are small talk (debug).</param>
/// <param name="time">The clock.</param>
internal sealed class StartLog(ILogger logger, TimeProvider time) : IStartReport
{
    private static readonly DateTimeOffset Executed = ReadStart();

    /// <inheritdoc/>
    public void Done(StartStep step, TimeSpan elapsed)
    {
        logger.StartStepDone(step.Doing, elapsed.TotalMilliseconds, SinceExecution, CpuTime);
    }

    /// <inheritdoc/>
    public void Waits(StartStep step, TimeSpan elapsed)
    {
        logger.StartStepWaits(step.Doing, elapsed.TotalSeconds, step.Limit.TotalSeconds);
    }

    /// <inheritdoc/>
    public void Failed(StartStep step, TimeSpan elapsed)
    {
        logger.StartStepFailed(step.Doing, elapsed.TotalSeconds);
    }

    /// <summary>Says that this process has no more weight than any other.</summary>
    /// <param name="lack">Why, as a clause; null where it has.</param>
    public void Share(string? lack)
    {
        if (lack is not null)
            logger.NoShare(lack);
    }

    /// <summary>The server cannot be observed yet.</summary>
    public void AwaitsServer(string problem) => logger.ServerAwaited(problem);

    /// <summary>Something was reached that is not a step of its own.</summary>
    /// <param name="what">As it stands after "Start:".</param>
    internal void Reached(string what) => logger.StartReached(what, SinceExecution, CpuTime);

    private static double CpuTime => ProcessCost.CpuTime.TotalMilliseconds;

    private double SinceExecution => (time.GetUtcNow() - Executed).TotalMilliseconds;

    private static DateTimeOffset ReadStart()
    {
        using var self = Process.GetCurrentProcess();
        return new DateTimeOffset(self.StartTime.ToUniversalTime(), TimeSpan.Zero);
    }
}
