using RgPolicy.Language.Analysis.Classes;
using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Model;

namespace RgPolicy.Language.Analysis.Samples;

/// <summary>
/// Makes a real query out of a gap that leaves patterns free. A text decides all its patterns: where the gap has them
/// otherwise, a text is chosen and the box is asked for again with its patterns as they are.
/// </summary>
internal sealed class GapSample(ClassBoxes classes, WorkBudget budget)
{
    private const long StepsForMore = 5_000;

    private readonly SampleBuilder _builder = new(classes.Space, budget);
    private readonly CoverSearch _covers = classes.Space.Search(budget);
    private readonly SampleSearch _search = new(classes.Space, budget);

    /// <summary>A query that the class takes, or null where none was soon found.</summary>
    /// <param name="query">The class.</param>
    /// <param name="gap">Queries that it takes if patterns are free.</param>
    public Sample? Find(QueryClass query, Room gap)
    {
        budget.Begin();
        foreach (var (_, box) in classes.Of(query.Index))
        {
            if (FindPinned(box, query.Index, gap) is { } sample)
            {
                return sample;
            }
        }

        return HasNamedTexts(query) ? null : Search(query);
    }

    private Sample? FindPinned(Box box, int classIndex, Room gap)
    {
        var pinned = Pin(box, gap);
        var real =
            ReferenceEquals(pinned, box) ? gap
            : pinned is null ? null
            : _covers.Run(pinned, classes.Above(classIndex)).Gap;
        return real is null ? null : _builder.Build(real).Sample;
    }

    /// <summary>True where the class names one text of each signal whose patterns are asked for: there
    /// is no other text to try.</summary>
    private bool HasNamedTexts(QueryClass query) =>
        classes.Of(query.Index) is [var (_, box)]
        && classes.Space.Dimensions.All(dimension =>
            dimension is not { Axis: TextAxis, Signal: { } signal }
            || classes.Space.Flags(signal).Count == 0
            || box.On(dimension.Index) is { Count: 1, First: > 0 }
        );

    private Sample? Search(QueryClass query)
    {
        foreach (var (_, box) in classes.Of(query.Index))
        {
            if (_search.Find(box, classes.Above(query.Index), StepsForMore).Sample is { } sample)
            {
                return sample;
            }
        }

        return null;
    }

    /// <summary>The box with a text of each signal and all that it decides otherwise than the gap; null
    /// where it has none.</summary>
    private Box? Pin(Box box, Room gap)
    {
        foreach (var dimension in classes.Space.Dimensions)
        {
            if (
                dimension is not { Axis: TextAxis axis, Signal: { } signal }
                || dimension.IsUnknown(gap.On(dimension.Index).First)
            )
            {
                continue;
            }

            var cell = gap.On(dimension.Index).First;
            var patterns = classes.Space.Flags(signal);
            if (Choose(axis, cell, patterns, box) is not { } text)
            {
                return null;
            }

            var decided = Decided(text, patterns, gap);
            var pinned =
                decided.Count == 0
                    ? box
                    : box.Intersect(Box.Of([KeyValuePair.Create(dimension.Index, CellSet.Single(cell)), .. decided]));
            if (pinned is null)
            {
                return null;
            }

            box = pinned;
        }

        return box;
    }

    /// <summary>A text of the cell that matches what the box itself asks.</summary>
    private string? Choose(TextAxis axis, int cell, IReadOnlyList<Dimension> patterns, Box box)
    {
        if (cell > 0)
        {
            return axis.Samples[cell - 1];
        }

        var asked =
            from pattern in patterns
            let set = box.On(pattern.Index)
            where set is not null
            select (new PatternText(((FlagAxis)pattern.Axis).Wanted), set.First == FlagAxis.Yes);
        return new TextFinder(axis, budget).Guess(asked.ToList());
    }

    /// <summary>What the text makes of the patterns, but for those that it does not match and the gap
    /// has so already.</summary>
    private List<KeyValuePair<int, CellSet>> Decided(string text, IReadOnlyList<Dimension> patterns, Room gap)
    {
        var decided = new List<KeyValuePair<int, CellSet>>();
        foreach (var pattern in patterns)
        {
            var wanted = new PatternText(((FlagAxis)pattern.Axis).Wanted);
            budget.Scan(wanted.Length + text.Length);
            var cell = wanted.IsMatch(text) ? FlagAxis.Yes : FlagAxis.No;
            if (
                cell == FlagAxis.Yes
                || gap.IsAsked(pattern.Index)
                || !gap.On(pattern.Index).Equals(CellSet.Single(cell))
            )
            {
                decided.Add(KeyValuePair.Create(pattern.Index, CellSet.Single(cell)));
            }
        }

        return decided;
    }
}
