using System.Collections.Immutable;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.Recording;

/// <summary>The parts of an observation that belong to no query.</summary>
internal static class PollCodec
{
    public static void WriteBlocking(FrameBuilder frame, IReadOnlyDictionary<int, int>? blocking)
    {
        frame.Flag(blocking is not null);
        if (blocking is null)
        {
            return;
        }

        frame.Count(blocking.Count);
        foreach (var (processId, waiting) in blocking)
        {
            frame.Signed(processId);
            frame.Signed(waiting);
        }
    }

    public static IReadOnlyDictionary<int, int>? ReadBlocking(ref FrameParser frame)
    {
        if (!frame.Flag())
        {
            return null;
        }

        var blocking = new Dictionary<int, int>();
        for (var left = frame.Count(RecordingFormat.MaximumQueries); left > 0; left--)
        {
            blocking[frame.Integer()] = frame.Integer();
        }

        return blocking;
    }

    /// <summary>Which processes wait for which, and whether others wait; since version 3 of the format.</summary>
    public static void WriteWaits(FrameBuilder frame, Observation observation)
    {
        frame.Flag(observation.OthersWaitForLocks);
        frame.Flag(observation.LockWaits is not null);
        if (observation.LockWaits is not { } waits)
        {
            return;
        }

        frame.Count(waits.Length);
        foreach (var wait in waits)
        {
            frame.Signed(wait.Waiter);
            frame.Signed(wait.Blocker);
            frame.Flag(wait.IsAdvisory);
        }
    }

    public static (bool OthersWait, ImmutableArray<LockWait>? Waits) ReadWaits(ref FrameParser frame)
    {
        var othersWait = frame.Flag();
        if (!frame.Flag())
        {
            return (othersWait, null);
        }

        var waits = ImmutableArray.CreateBuilder<LockWait>();
        for (var left = frame.Count(RecordingFormat.MaximumQueries); left > 0; left--)
        {
            waits.Add(new LockWait(frame.Integer(), frame.Integer(), frame.Flag()));
        }

        return (othersWait, waits.DrainToImmutable());
    }

    public static void WritePressure(FrameBuilder frame, HostPressure? pressure)
    {
        frame.Flag(pressure is not null);
        if (pressure is not null)
        {
            frame.OptionalDouble(pressure.Cpu);
            frame.OptionalDouble(pressure.Io);
            frame.OptionalDouble(pressure.Memory);
        }
    }

    public static HostPressure? ReadPressure(ref FrameParser frame) =>
        frame.Flag() ? new HostPressure(frame.OptionalDouble(), frame.OptionalDouble(), frame.OptionalDouble()) : null;
}
