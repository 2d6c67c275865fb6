using System.Numerics;
using System.Text.Json;
using NodaTime;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Analysis.Texts;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Analysis.Samples;

/// <summary>
/// Makes a query with real values out of cells. Patterns that were free to match or not in the search
/// have to be met by a text as the search chose, and where none can the contradiction is handed back.
/// </summary>
internal sealed class SampleBuilder(AnalysisSpace space, WorkBudget budget)
{
    /// <summary>False once a text was looked for in vain and without a proof that there is none.</summary>
    public bool IsExact { get; private set; } = true;

    /// <summary>A sample of the room, or the box of cells that no real query has.</summary>
    public (Sample? Sample, Box? Impossible) Build(Room room)
    {
        var values = ImmutableSortedDictionary.CreateBuilder<string, string>(StringComparer.Ordinal);
        var absent = ImmutableArray.CreateBuilder<string>();
        foreach (var dimension in space.Dimensions)
        {
            if (dimension.Signal is { } missing && IsAbsent(dimension, room))
            {
                absent.Add(missing.Name);
                continue;
            }

            if (
                dimension.Axis is FlagAxis
                || dimension.Signal is not { } signal
                || ChooseCells(dimension, room) is not { } cells
            )
                continue;

            var value = dimension.Axis is TextAxis axis
                ? Text(dimension, axis, cells, room)
                : Value(dimension, cells.First, room);
            if (value is null)
                return (null, Impossible(dimension, cells, room));

            values[signal.Name] = value;
        }

        var moment = space.Time is { Axis: TimeAxis time }
            ? time.Moments[room.On(space.Time.Index).First]
            : (NodaTime.Instant?)null;
        return (new Sample(values.ToImmutable(), moment) { Absent = absent.ToImmutable() }, null);
    }

    private static bool IsAbsent(Dimension dimension, Room room) =>
        dimension.UnknownCells == 2
        && room.On(dimension.Index) is { Count: 1, First: var cell }
        && cell > dimension.UnknownCell;

    /// <summary>Known cells if there are any and the search asked for them; null for unknown.</summary>
    private CellSet? ChooseCells(Dimension dimension, Room room)
    {
        var cells = room.On(dimension.Index);
        var known = cells.Intersect(dimension.Known);
        var isAsked =
            room.IsAsked(dimension.Index)
            || !cells.Contains(dimension.UnknownCell)
            || (
                dimension.Signal is { } signal
                && space.Flags(signal).Any(flag => room.IsAsked(flag.Index) && room.On(flag.Index).Count == 1)
            );
        return isAsked && !known.IsEmpty ? known : null;
    }

    /// <summary>The flags of a dimension's signal of which one value alone will do.</summary>
    private IEnumerable<(Dimension Flag, FlagAxis Axis, bool IsYes)> Flags(Dimension dimension, Room room) =>
        from each in dimension.Signal is { } signal ? space.Flags(signal) : []
        let cells = room.On(each.Index)
        where cells.Count == 1
        select (each, (FlagAxis)each.Axis, cells.First == FlagAxis.Yes);

    private string? Text(Dimension dimension, TextAxis axis, CellSet cells, Room room)
    {
        var wanted = (
            from flag in Flags(dimension, room)
            where flag.Axis.Pattern is not null
            select (flag.Axis.Pattern, flag.IsYes)
        ).ToList();
        if (wanted.Count == 0)
            return axis.Samples[cells.First];

        if (axis.With(wanted.Select(each => each.Pattern), budget) is not { } both)
        {
            IsExact = false;
            return null;
        }

        return wanted
            .Aggregate(
                CellSet.Range(0, both.Count),
                (left, each) =>
                    both.Cells(TextQuestion.Pattern(each.Pattern)) is var yes && each.IsYes
                        ? left.Intersect(yes)
                        : left.Except(yes)
            )
            .Cells()
            .Select(cell => both.Samples[cell])
            .FirstOrDefault(text => cells.Contains(axis.CellOf(text)));
    }

    private string Value(Dimension dimension, int cell, Room room) =>
        dimension.Axis switch
        {
            NumberAxis numbers => DecimalText.Of(numbers.Value(cell)),
            VersionAxis versions => versions.Value(cell).ToString(),
            WordAxis words => words.Signal.Type == SignalType.Bool
                ? (cell == 1 ? "true" : "false")
                : words.Signal.Words[cell],
            _ => Members(
                Flags(dimension, room).Where(flag => flag.IsYes).Select(flag => flag.Axis.Member).OfType<string>()
            ),
        };

    // Written by hand, for a native build has no serializer for it.
    private static string Members(IEnumerable<string> texts) =>
        $"[{string.Join(',', texts.Select(text => $"\"{JsonEncodedText.Encode(text)}\""))}]";

    private Box Impossible(Dimension dimension, CellSet cells, Room room)
    {
        var fixedFlags = Flags(dimension, room)
            .Select(flag => KeyValuePair.Create(flag.Flag.Index, room.On(flag.Flag.Index)));
        var narrowed = cells.Equals(dimension.All)
            ? fixedFlags
            : fixedFlags.Append(KeyValuePair.Create(dimension.Index, cells));
        return Box.Of(narrowed.OrderBy(pair => pair.Key).ToList());
    }
}

/// <summary>Writes numbers that have finitely many decimal digits.</summary>
internal static class DecimalText
{
    public static string Of(Rational number)
    {
        var digits = 0;
        var scaled = number;
        while (!scaled.IsWhole)
        {
            scaled *= 10;
            digits++;
        }

        var text = BigInteger.Abs(scaled.Numerator).ToString(CultureInfo.InvariantCulture).PadLeft(digits + 1, '0');
        var sign = scaled.Numerator.Sign < 0 ? "-" : "";
        return digits == 0 ? sign + text : $"{sign}{text[..^digits]}.{text[^digits..]}";
    }
}

/// <summary>A query that shows a verdict, in the words of <c>rgp classify</c>.</summary>
/// <param name="Values">
/// Signal name to value: bytes, seconds and percent as plain numbers, sets as JSON arrays. What is not
/// in it is unknown, or plays no part.
/// </param>
/// <param name="At">The moment, where windows play a part.</param>
public sealed record Sample(ImmutableSortedDictionary<string, string> Values, Instant? At)
{
    /// <summary>Signals that cannot come any more, where that plays a part; all others that are not
    /// given are still to come.</summary>
    public ImmutableArray<string> Absent { get; init; } = [];

    /// <summary>The policy's states that are active, where that plays a part: what happened before has
    /// left them so.</summary>
    public ImmutableArray<string> ActiveStates { get; init; } = [];
}
