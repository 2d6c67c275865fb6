using System.Collections.Immutable;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.Recording;

/// <summary>
/// What the queries of a moment have used, each number as its difference to the one at the same place of the moment before.
/// Since version 2 of the format.
/// </summary>
internal static class FiguresCodec
{
    private static readonly long LongestCpu = TimeSpan.FromDays(10_000).Ticks;

    public static void Write(FrameBuilder frame, ImmutableArray<RequestFigures> figures, ImmutableArray<RequestFigures> before)
    {
        frame.Count(figures.Length);
        for (var index = 0; index < figures.Length; index++)
        {
            var (now, last) = (figures[index], At(before, index));
            frame.Signed(now.Cpu.Ticks - last.Cpu.Ticks);
            frame.Signed(now.ReadBytes - last.ReadBytes);
            frame.Signed(now.WriteBytes - last.WriteBytes);
            frame.Signed(now.MemoryBytes - last.MemoryBytes);
            frame.Signed(now.Workers - last.Workers);
        }
    }

    /// <summary>Reads as many as there are queries, or none.</summary>
    public static ImmutableArray<RequestFigures> Read(ref FrameParser frame, ImmutableArray<RequestFigures> before, int queries)
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
        var cpu = last.Cpu.Ticks + frame.Signed();
        var figures = new RequestFigures(
            new TimeSpan(Math.Clamp(cpu, 0, LongestCpu)), last.ReadBytes + frame.Signed(), last.WriteBytes + frame.Signed(),
            last.MemoryBytes + frame.Signed(), unchecked((int)(last.Workers + frame.Signed())));
        if (cpu < 0 || cpu > LongestCpu || figures is not { ReadBytes: >= 0, WriteBytes: >= 0, MemoryBytes: >= 0, Workers: >= 0 })
        {
            frame.Fail();
            return default;
        }

        return figures;
    }

    private static RequestFigures At(ImmutableArray<RequestFigures> figures, int index) => index < figures.Length ? figures[index] : default;
}
