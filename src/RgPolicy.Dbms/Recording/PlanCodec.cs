using System.Collections.Immutable;
using RgPolicy.Engine.Observe;
using RgPolicy.Plans;

namespace RgPolicy.Dbms.Recording;

/// <summary>The payload of a plan: every figure that a policy can ask for, so that classification
/// replays exactly.</summary>
internal static class PlanCodec
{
    private const int MaximumOperators = 50_000;

    public static void Write(FrameBuilder frame, PlanFacts plan)
    {
        frame.Byte((byte)plan.State);
        frame.Text(plan.Source);
        frame.Flag(plan.Profile is not null);
        if (plan.Profile is { } profile)
        {
            WriteProfile(frame, profile);
        }
    }

    public static PlanFacts Read(ref FrameParser frame)
    {
        var state = frame.Word(PlanState.Expected);
        var source = frame.Text();
        var profile = frame.Flag() ? ReadProfile(ref frame) : null;
        if ((state is PlanState.Known or PlanState.Expected) != (profile is not null))
        {
            frame.Fail();
        }

        return new PlanFacts(state, profile, source);
    }

    private static void WriteProfile(FrameBuilder frame, PlanProfile profile)
    {
        frame.Byte((byte)profile.Shape);
        frame.OptionalDouble(profile.ShapeShare);
        WriteOptionalWord(frame, (int?)profile.RunnerUp);
        frame.OptionalDouble(profile.RunnerUpShare);
        frame.Byte((byte)profile.ShapeProvenance);
        frame.Text(profile.Reason);
        frame.Flag(profile.Writes);
        frame.Byte((byte)profile.CacheUse);
        WriteOptionalWord(frame, (int?)profile.Locality);
        WriteOptionalWord(frame, (int?)profile.Temporality);
        WriteFigure(frame, profile.WorkingSetBytes);
        WriteFigure(frame, profile.StreamedBytes);
        WriteFigure(frame, profile.RandomAccesses);
        WriteFigure(frame, profile.RowsTouched);
        WriteFigure(frame, profile.RowsReturned);
        WriteFigure(frame, profile.MemoryGrantBytes);
        WriteFigure(frame, profile.Dop);
        WriteFigure(frame, profile.Cost);
        FactsCodec.WriteTexts(frame, profile.Tables);
        WriteOperators(frame, profile.Operators);
    }

    /// <summary>Initialisers run in the order of the text, which is that of <see cref="WriteProfile"/>.</summary>
    private static PlanProfile ReadProfile(ref FrameParser frame) =>
        new()
        {
            Shape = frame.Word(PlanShape.Unknown),
            ShapeShare = frame.OptionalDouble(),
            RunnerUp = frame.Flag() ? frame.Word(PlanShape.Unknown) : null,
            RunnerUpShare = frame.OptionalDouble(),
            ShapeProvenance = frame.Word(Provenance.Unknown),
            Reason = frame.Text(),
            Writes = frame.Flag(),
            CacheUse = frame.Word(CacheUse.Sensitive),
            Locality = frame.Flag() ? frame.Word(PlanLocality.Weak) : null,
            Temporality = frame.Flag() ? frame.Word(Temporality.NonTemporal) : null,
            WorkingSetBytes = ReadFigure(ref frame),
            StreamedBytes = ReadFigure(ref frame),
            RandomAccesses = ReadFigure(ref frame),
            RowsTouched = ReadFigure(ref frame),
            RowsReturned = ReadFigure(ref frame),
            MemoryGrantBytes = ReadFigure(ref frame),
            Dop = ReadFigure(ref frame),
            Cost = ReadFigure(ref frame),
            Tables = FactsCodec.ReadTexts(ref frame),
            Operators = ReadOperators(ref frame),
        };

    private static void WriteOptionalWord(FrameBuilder frame, int? word)
    {
        frame.Flag(word is not null);
        if (word is { } present)
        {
            frame.Byte((byte)present);
        }
    }

    private static void WriteFigure(FrameBuilder frame, Figure figure)
    {
        frame.Byte((byte)figure.Provenance);
        frame.Flag(figure.Value is not null);
        if (figure.Value is { } value)
        {
            frame.Decimal(value);
        }
    }

    private static Figure ReadFigure(ref FrameParser frame)
    {
        var provenance = frame.Word(Provenance.Unknown);
        return new Figure(frame.Flag() ? frame.Decimal() : null, provenance);
    }

    private static void WriteOperators(FrameBuilder frame, ImmutableArray<PlanOperator> operators)
    {
        frame.Count(Math.Min(operators.Length, MaximumOperators));
        foreach (var each in operators.Take(MaximumOperators))
        {
            frame.Signed(each.Id);
            frame.OptionalSigned(each.Parent);
            frame.Text(each.Name);
            frame.Byte((byte)each.Family);
            WriteFigure(frame, each.Rows);
            WriteFigure(frame, each.Executions);
            WriteFigure(frame, each.StructureBytes);
            WriteFigure(frame, each.StreamedBytes);
            frame.Double(each.Weight);
        }
    }

    private static ImmutableArray<PlanOperator> ReadOperators(ref FrameParser frame)
    {
        var operators = ImmutableArray.CreateBuilder<PlanOperator>(frame.Count(MaximumOperators));
        for (var left = operators.Capacity; left > 0; left--)
        {
            var id = frame.Integer();
            int? parent = frame.Flag() ? frame.Integer() : null;
            operators.Add(
                new PlanOperator(
                    id,
                    parent,
                    frame.Text(),
                    frame.Word(OperatorFamily.Other),
                    ReadFigure(ref frame),
                    ReadFigure(ref frame),
                    ReadFigure(ref frame),
                    ReadFigure(ref frame),
                    frame.Double()
                )
            );
        }

        return operators.MoveToImmutable();
    }
}
