using System.Collections.Immutable;
using System.Text.Json;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Analysis.Samples;

/// <summary>
/// Makes a query with real values out of cells. Patterns were free to match or not in the search; here a text has to do as
/// the search chose, and where none can the contradiction is handed back.
/// </summary>
internal sealed class SampleBuilder(AnalysisSpace space)
{
    private const int MostCellsTried = 64;

    /// <summary>False once a text was looked for in vain and without a proof that there is none.</summary>
    public bool IsExact { get; private set; } = true;

    /// <summary>A sample of the room, or the box of cells that no real query has.</summary>
    public (Sample? Sample, Box? Impossible) Build(Room room)
    {
        var values = ImmutableSortedDictionary.CreateBuilder<string, string>(StringComparer.Ordinal);
        foreach (var dimension in space.Dimensions)
        {
            if (dimension.Axis is FlagAxis || dimension.Signal is not { } signal || ChooseCells(dimension, room) is not { } cells)
            {
                continue;
            }

            var value = dimension.Axis is TextAxis axis ? Text(dimension, axis, cells, room) : Value(dimension, cells.First, room);
            if (value is null)
            {
                return (null, Impossible(dimension, cells, room));
            }

            values[signal.Name] = value;
        }

        var moment = space.Time is { Axis: TimeAxis time } ? time.Moments[On(space.Time, room).First] : (NodaTime.Instant?)null;
        return (new Sample(values.ToImmutable(), moment), null);
    }

    private static CellSet On(Dimension dimension, Room room) =>
        room.Sets.TryGetValue(dimension.Index, out var set) ? set : dimension.All;

    /// <summary>Known cells if there are any and the search asked for them; null for unknown.</summary>
    private CellSet? ChooseCells(Dimension dimension, Room room)
    {
        var isAsked = room.Sets.ContainsKey(dimension.Index) || !dimension.CanBeUnknown || Flags(dimension, room).Any();
        var known = On(dimension, room).Intersect(dimension.Known);
        return isAsked && !known.IsEmpty ? known : null;
    }

    /// <summary>The flags of a dimension's signal that the search fixed.</summary>
    private IEnumerable<(Dimension Flag, FlagAxis Axis, bool IsYes)> Flags(Dimension dimension, Room room) =>
        from each in space.Dimensions
        where each.Axis is FlagAxis && each.Signal == dimension.Signal
        let cells = On(each, room)
        where cells.Count == 1
        select (each, (FlagAxis)each.Axis, cells.First == FlagAxis.Yes);

    private string? Text(Dimension dimension, TextAxis axis, CellSet cells, Room room)
    {
        var wanted = Flags(dimension, room)
            .Select(flag => (PatternAutomaton.OfPattern(flag.Axis.Text.Value, flag.Axis.Text.Exactly), flag.IsYes)).ToList();
        foreach (var cell in cells.Cells().Take(MostCellsTried))
        {
            if (cell == 0 && wanted.Count == 0)
            {
                return Unnamed(axis);
            }

            if (cell == 0)
            {
                if (TextFinder.Find(wanted, axis.Samples, out var isProved) is { } found)
                {
                    return found;
                }

                IsExact &= isProved;
            }
            else if (TextFinder.Fits(axis.Samples[cell - 1], wanted))
            {
                return axis.Samples[cell - 1];
            }
        }

        IsExact &= cells.Count <= MostCellsTried;
        return null;
    }

    /// <summary>The empty text, or the first other one that no condition names.</summary>
    private static string Unnamed(TextAxis axis)
    {
        var named = axis.Samples.ToHashSet(StringComparer.OrdinalIgnoreCase);
        var text = "";
        while (named.Contains(text))
        {
            text += "x";
        }

        return text;
    }

    private string Value(Dimension dimension, int cell, Room room) => dimension.Axis switch
    {
        NumberAxis numbers => DecimalText.Of(numbers.Value(cell)),
        VersionAxis versions => versions.Value(cell).ToString(),
        WordAxis words => words.Signal.Type == SignalType.Bool ? (cell == 1 ? "true" : "false") : words.Signal.Words[cell],
        _ => Members(Flags(dimension, room).Where(flag => flag.IsYes).Select(flag => flag.Axis.Text.Value)),
    };

    // Written by hand, for a native build has no serializer for it.
    private static string Members(IEnumerable<string> texts) =>
        $"[{string.Join(',', texts.Select(text => $"\"{JsonEncodedText.Encode(text)}\""))}]";

    private Box Impossible(Dimension dimension, CellSet cells, Room room)
    {
        var fixedFlags = Flags(dimension, room).Select(flag => KeyValuePair.Create(flag.Flag.Index, On(flag.Flag, room)));
        var narrowed = cells.Equals(dimension.All) ? fixedFlags : fixedFlags.Append(KeyValuePair.Create(dimension.Index, cells));
        return Box.Of(narrowed.OrderBy(pair => pair.Key).ToList());
    }
}
