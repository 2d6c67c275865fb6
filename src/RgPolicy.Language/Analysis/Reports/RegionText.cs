using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Analysis.Reports;

/// <summary>Writes a box as a condition of the language that is true on its queries.</summary>
internal sealed class RegionText(AnalysisSpace space)
{
    private readonly WindowText? _windows = space.Time is { Axis: TimeAxis time } ? new WindowText(time) : null;

    /// <summary>The condition. Where the moments are many and of many windows it is true on other
    /// queries too.</summary>
    public string Of(Box box) => Write(box).Text;

    /// <summary>The condition, and whether it is true on just these queries.</summary>
    public (string Text, bool IsExact) Write(Box box)
    {
        var texts = box.Dimensions.Zip(box.Sets, (dimension, set) => Of(space.Dimensions[dimension], set)).ToList();
        return texts.Count == 0
            ? ("any query", true)
            : (string.Join(" and ", texts.Select(each => each.Text)), texts.TrueForAll(each => each.IsExact));
    }

    private (string Text, bool IsExact) Of(Dimension dimension, CellSet set)
    {
        if (dimension.Signal is { } signal)
            return (Of(dimension, signal, set), true);

        return _windows?.Of(set) ?? throw new InvalidOperationException("No condition asks for the time.");
    }

    private static string Of(Dimension dimension, Signal signal, CellSet set)
    {
        var known = set.Intersect(dimension.Known);
        var parts = new List<string>();
        if (known.Equals(dimension.Known) && dimension.CanBeUnknown)
            parts.Add($"{signal.Name} is known");
        else if (!known.IsEmpty)
            parts.AddRange(Values(signal, dimension.Axis, known));

        if (!known.Equals(set))
            parts.Add($"{signal.Name} is not known");

        return Or(parts);
    }

    private static string Or(List<string> parts) => parts.Count == 1 ? parts[0] : $"({string.Join(" or ", parts)})";

    private static IEnumerable<string> Values(Signal signal, Axis axis, CellSet set) =>
        axis switch
        {
            NumberAxis numbers => Ranges(signal, numbers, set, constant => AmountText.Of(constant, signal.Type)),
            VersionAxis versions => Ranges(signal, versions, set, constant => constant.ToString()),
            TextAxis texts => new TextRegionText(signal, texts).Of(set),
            FlagAxis flag => [Flag(signal, flag, set.First == FlagAxis.Yes)],
            _ => [Words(signal, set)],
        };

    private static string Words(Signal signal, CellSet set)
    {
        if (signal.Type == SignalType.Bool)
            return set.First == 1 ? signal.Name : $"not {signal.Name}";

        var words = set.Cells().Select(cell => signal.Words[cell]).ToList();
        return words.Count == 1 ? $"{signal.Name} = {words[0]}" : $"{signal.Name} in ({string.Join(", ", words)})";
    }

    /// <summary>A text as a policy writes it.</summary>
    public static string Literal(TextConstant text) =>
        (text.Exactly ? "exactly " : "") + "'" + text.Value.Replace("'", "''", StringComparison.Ordinal) + "'";

    private static string Flag(Signal signal, FlagAxis flag, bool isYes) =>
        flag.Member is { } member
            ? $"{(isYes ? "" : "not ")}{signal.Name} contains {Literal(new TextConstant(member, true))}"
            : $"{signal.Name} {(isYes ? "" : "not ")}like {flag.Pattern?.ToPolicyText()}";

    private static IEnumerable<string> Ranges<T>(Signal signal, OrderedAxis<T> axis, CellSet set, Func<T, string> write)
        where T : IComparable<T>
    {
        var bounds = set.Bounds.ToArray();
        for (var index = 0; index < bounds.Length; index += 2)
            yield return Range(signal, axis.Begin(bounds[index]), axis.End(bounds[index + 1] - 1), write);
    }

    private static string Range<T>(Signal signal, Cut<T>? begin, Cut<T>? end, Func<T, string> write)
        where T : IComparable<T>
    {
        var low = begin is { } from ? $"{signal.Name} {(from.IsAfter ? ">" : ">=")} {write(from.Value)}" : null;
        var high = end is { } to ? $"{signal.Name} {(to.IsAfter ? "<=" : "<")} {write(to.Value)}" : null;
        if (
            begin is { IsAfter: false } first
            && end is { IsAfter: true } last
            && first.Value.CompareTo(last.Value) == 0
        )
            return $"{signal.Name} = {write(first.Value)}";

        return (low, high) switch
        {
            (null, _) => high ?? $"{signal.Name} is known",
            (_, null) => low,
            _ => $"{low} and {high}",
        };
    }
}
