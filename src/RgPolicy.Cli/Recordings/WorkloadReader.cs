using RgPolicy.Dbms.Recording;
using RgPolicy.Engine.Workloads;

namespace RgPolicy.Cli.Recordings;

/// <summary>Adds up what a recording holds.</summary>
internal static class WorkloadReader
{
    /// <summary>Reads it to its end, and says where it is cut off.</summary>
    public static Workload Read(CliContext context, RecordingReader reader)
    {
        var (tally, progress, elapsed) = (new WorkloadTally(), new ProgressLine(context), TimeSpan.Zero);
        while (reader.Read() is { } next)
        {
            context.Interrupt.ThrowIfCancellationRequested();
            tally.Take(next.Observation);
            elapsed = next.Elapsed;
            progress.Show(() => Invariant($"looked at {elapsed.TotalSeconds:0} s of the recording"));
        }

        progress.Clear();
        if (reader.Problem is { Kind: RecordingProblemKind.Truncated } cut)
            context.Error.WriteLine(cut.Message);
        return tally.Conclude(elapsed);
    }
}
