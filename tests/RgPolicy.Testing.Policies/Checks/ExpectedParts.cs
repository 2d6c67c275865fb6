using RgPolicy.Testing.Policies.Text;
using RgPolicy.Testing.Policies.Truth;

namespace RgPolicy.Testing.Policies.Checks;

/// <summary>The parts of a class's condition that can be left out, by trying each against every case.</summary>
internal sealed class ExpectedParts(Universe universe)
{
    /// <summary>Each removable part as its column, and for an element or end of a list or range its number.</summary>
    public IReadOnlyList<(int Column, int Element)> Find(PlainCondition condition)
    {
        var whole = universe.Evaluate(condition);
        var found = new List<(PlainCondition Owner, int Place)>();
        foreach (var part in Parts(condition))
        {
            var isLarger = part.Owner is PlainAll all && Parts(all.Operands[part.Place]).Any(found.Contains);
            if (!isLarger && IsSame(whole, condition, [part]) && IsSame(whole, condition, [.. found, part]))
                found.Add(part);
        }

        return [.. found.Select(Describe).Order()];
    }

    private static (int Column, int Element) Describe((PlainCondition Owner, int Place) part) =>
        part.Owner is PlainAll all ? (Column(all.Operands[part.Place]), -1) : (part.Owner.Column, part.Place);

    private static int Column(PlainCondition condition) => condition.Column;

    private static IEnumerable<(PlainCondition Owner, int Place)> Parts(PlainCondition condition)
    {
        switch (condition)
        {
            case PlainNot not:
                return Parts(not.Operand);
            case PlainAll all:
                return Enumerable
                    .Range(0, all.Operands.Count)
                    .Reverse()
                    .SelectMany(place => Parts(all.Operands[place]).Append((all, place)));
            case PlainAtom { Kind: AtomKind.In or AtomKind.Contains, Constants.Count: > 1 } list:
                return Enumerable
                    .Range(0, list.Constants.Count)
                    .Reverse()
                    .Select(place => ((PlainCondition)list, place));
            case PlainAtom { Kind: AtomKind.Between } range:
                return [(range, 1), (range, 0)];
            default:
                return [];
        }
    }

    private bool IsSame(byte[] whole, PlainCondition condition, List<(PlainCondition Owner, int Place)> parts) =>
        Without(condition, parts) is { } rest
        && universe.Evaluate(rest).AsSpan().SequenceEqual(whole)
        && PlainNames.Of(rest).SequenceEqual(PlainNames.Of(condition), StringComparer.Ordinal);

    private static PlainCondition? Without(PlainCondition condition, List<(PlainCondition Owner, int Place)> parts)
    {
        switch (condition)
        {
            case PlainNot not:
                return Without(not.Operand, parts) is { } operand ? new PlainNot(operand) : null;
            case PlainAll all:
                var operands = all
                    .Operands.Where((_, place) => !parts.Contains((all, place)))
                    .Select(kept => Without(kept, parts))
                    .OfType<PlainCondition>()
                    .ToList();
                return operands.Count == 0 ? null
                    : operands.Count == 1 ? operands[0]
                    : new PlainAll(all.IsAnd, operands);
            case PlainAtom atom:
                return Without(atom, [.. parts.Where(part => part.Owner == atom).Select(part => part.Place)]);
            default:
                return condition;
        }
    }

    private static PlainAtom? Without(PlainAtom atom, int[] places)
    {
        if (places.Length == 0)
            return atom;

        var kept = atom.Constants.Where((_, place) => !places.Contains(place)).ToList();
        var kind =
            atom.Kind != AtomKind.Between ? atom.Kind
            : places.Contains(0) ? AtomKind.LessOrEqual
            : AtomKind.GreaterOrEqual;
        return kept.Count == 0 ? null : new PlainAtom(atom.Signal, kind, kept);
    }
}
