using System.Collections.Immutable;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.Recording;

/// <summary>
/// What the queries of a moment have used, each number as its difference to the one at the same place
/// of the moment before; -1 for what is not measured. Since version 2 of the format, with unmeasured
/// figures since version 4.
/// </summary>
internal static class FiguresCodec
{
    private const long Unmeasured = -1;

    private static readonly long LongestCpu = TimeSpan.FromDays(10_000).Ticks;

    public static void Write(
        FrameBuilder frame,
        ImmutableArray<RequestFigures> figures,
        ImmutableArray<RequestFigures> before
    )
    {
        frame.Count(figures.Length);
        for (var index = 0; index < figures.Length; index++)
        {
            var (now, last) = (figures[index], At(before, index));
            frame.Signed(Number(now.Cpu?.Ticks) - Number(last.Cpu?.Ticks));
            frame.Signed(Number(now.ReadBytes) - Number(last.ReadBytes));
            frame.Signed(Number(now.WriteBytes) - Number(last.WriteBytes));
            frame.Signed(Number(now.MemoryBytes) - Number(last.MemoryBytes));
            frame.Signed(now.Workers - last.Workers);
        }
    }

    /// <summary>Reads as many as there are queries, or none.</summary>
    public static ImmutableArray<RequestFigures> Read(
        ref FrameParser frame,
        ImmutableArray<RequestFigures> before,
        int queries
    )
    {
        var count = frame.Count(RecordingFormat.MaximumQueries);
        if (count != 0 && count != queries)
        {
            frame.Fail();
            return [];
        }

        var figures = ImmutableArray.CreateBuilder<RequestFigures>(count);
        for (var index = 0; index < count; index++)
        {
            figures.Add(ReadOne(ref frame, At(before, index)));
        }

        return figures.MoveToImmutable();
    }

    private static RequestFigures ReadOne(ref FrameParser frame, RequestFigures last)
    {
        var cpu = Number(last.Cpu?.Ticks) + frame.Signed();
        var (reads, writes) = (Number(last.ReadBytes) + frame.Signed(), Number(last.WriteBytes) + frame.Signed());
        var memory = Number(last.MemoryBytes) + frame.Signed();
        var workers = unchecked((int)(last.Workers + frame.Signed()));
        if (cpu > LongestCpu || workers < 0 || Math.Min(Math.Min(cpu, memory), Math.Min(reads, writes)) < Unmeasured)
        {
            frame.Fail();
            return Nothing;
        }

        return new RequestFigures(
            cpu == Unmeasured ? null : new TimeSpan(cpu),
            Figure(reads),
            Figure(writes),
            Figure(memory),
            workers
        );
    }

    private static long Number(long? figure) => figure ?? Unmeasured;

    private static long? Figure(long number) => number == Unmeasured ? null : number;

    // What version 2 and 3 begin with, so that theirs are read as they were written.
    private static RequestFigures Nothing => new(TimeSpan.Zero, 0, 0, 0, 0);

    private static RequestFigures At(ImmutableArray<RequestFigures> figures, int index) =>
        index < figures.Length ? figures[index] : Nothing;
}
