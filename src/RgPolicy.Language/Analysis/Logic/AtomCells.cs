using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Space;
using RgPolicy.Language.Analysis.Texts;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Numbers;
using RgPolicy.Language.Signals;

namespace RgPolicy.Language.Analysis.Logic;

/// <summary>The boxes on which one question is true, and those on which it is false; on all else it is
/// unknown.</summary>
internal sealed class AtomCells(AnalysisSpace space, Reading reading = Reading.Now)
{
    /// <summary>The boxes; null where nothing is known of them, as of the last of very many windows.</summary>
    public ImmutableArray<Box>? Boxes(Condition question, bool isTrue) =>
        (reading, question) switch
        {
            (_, DuringCondition during) => During(during, isTrue),
            (Reading.Possible, AtomCondition atom) when isTrue || atom is not KnownCondition =>
            [
                .. Now(question, isTrue),
                .. Narrow(space.Of(atom.Signal), space.Of(atom.Signal).Pending),
            ],
            (Reading.Certain, KnownCondition known) when !isTrue => Narrow(
                space.Of(known.Signal),
                Absent(space.Of(known.Signal))
            ),
            _ => Now(question, isTrue),
        };

    private static CellSet Absent(Dimension dimension) =>
        dimension.All.Except(dimension.Known).Except(dimension.Pending);

    private ImmutableArray<Box> Now(Condition question, bool isTrue) =>
        question switch
        {
            KnownCondition known => Known(space.Of(known.Signal), isTrue),
            LikeCondition like when space.IsFree(like) => Like(like, isTrue),
            ContainsCondition contains => Contains(contains, isTrue),
            AtomCondition atom => Values(atom, isTrue),
            _ => throw new NotSupportedException($"No question: {question.GetType().Name}"),
        };

    /// <summary>The cells of each element of a list; of texts in a set their flags' numbers.</summary>
    public ImmutableArray<CellSet> Elements(Condition list) =>
        list switch
        {
            InCondition within => [.. Elements(within, space.Of(within.Signal).Axis)],
            ContainsCondition contains =>
            [
                .. contains.Values.Select(value =>
                    CellSet.Of(space.Members(contains.Signal, value).Select(flag => flag.Index))
                ),
            ],
            _ => throw new NotSupportedException($"No list: {list.GetType().Name}"),
        };

    /// <summary>The cells in which a question about a signal's value is true.</summary>
    public CellSet TrueCells(AtomCondition atom) => TrueCells(atom, space.Of(atom.Signal).Axis);

    private static IEnumerable<CellSet> Elements(InCondition within, Axis axis) =>
        within.Values.Select(value => Compare(axis, ComparisonOperator.Equal, value));

    private ImmutableArray<Box>? During(DuringCondition during, bool isTrue)
    {
        var time = space.Time ?? throw new InvalidOperationException("No condition asks for the time.");
        return ((TimeAxis)time.Axis).Cells(during.Window) is { } open ? Narrow(time, Flip(time, open, isTrue)) : null;
    }

    private static ImmutableArray<Box> Known(Dimension dimension, bool isTrue) =>
        Narrow(dimension, isTrue ? dimension.Known : dimension.All.Except(dimension.Known));

    private ImmutableArray<Box> Like(LikeCondition like, bool isTrue)
    {
        var flag = Narrow(space.Pattern(like), CellSet.Single(isTrue ? FlagAxis.Yes : FlagAxis.No));
        return WhileKnown(space.Of(like.Signal), flag);
    }

    private ImmutableArray<Box> Contains(ContainsCondition contains, bool isTrue)
    {
        var flags = contains
            .Values.SelectMany(value => space.Members(contains.Signal, value))
            .Select(flag => flag.Index)
            .Distinct()
            .Order()
            .ToList();
        var boxes = isTrue
            ? flags.Select(flag => Box.Of(flag, CellSet.Single(FlagAxis.Yes)))
            : [Box.Of(flags.ConvertAll(flag => KeyValuePair.Create(flag, CellSet.Single(FlagAxis.No))))];
        return WhileKnown(space.Of(contains.Signal), boxes);
    }

    private ImmutableArray<Box> Values(AtomCondition atom, bool isTrue)
    {
        var dimension = space.Of(atom.Signal);
        return Narrow(dimension, Flip(dimension, TrueCells(atom, dimension.Axis), isTrue));
    }

    private static CellSet TrueCells(AtomCondition atom, Axis axis) =>
        (atom, axis) switch
        {
            (ComparisonCondition comparison, _) => Compare(axis, comparison.Operator, comparison.Value),
            (InCondition within, _) => CellSet.Union(Elements(within, axis)),
            (LikeCondition like, TextAxis texts) => texts.Cells(TextQuestion.Pattern(like.Pattern)),
            (BetweenCondition between, _) => Compare(axis, ComparisonOperator.GreaterOrEqual, between.Low)
                .Intersect(Compare(axis, ComparisonOperator.LessOrEqual, between.High)),
            _ => throw new NotSupportedException($"No question about values: {atom.GetType().Name}"),
        };

    private static CellSet Compare(Axis axis, ComparisonOperator comparison, Constant constant) =>
        (axis, constant) switch
        {
            (NumberAxis numbers, NumberConstant number) => numbers.Cells(
                comparison,
                At(numbers.Signal, number.Value, false),
                At(numbers.Signal, number.Value, true)
            ),
            (VersionAxis versions, VersionConstant version) => versions.Cells(
                comparison,
                new Cut<VersionKey>(new VersionKey(version.Parts), false),
                new Cut<VersionKey>(new VersionKey(version.Parts), true)
            ),
            (TextAxis texts, TextConstant text) => Equal(axis, comparison, texts.Cells(TextQuestion.Name(text))),
            (WordAxis, WordConstant word) => Equal(axis, comparison, CellSet.Single(word.Index)),
            (WordAxis, BoolConstant flag) => Equal(axis, comparison, CellSet.Single(flag.Value ? 1 : 0)),
            _ => throw new NotSupportedException($"{axis.GetType().Name} has no {constant.GetType().Name}."),
        };

    private static Cut<Rational> At(Signal signal, Rational constant, bool isAfter) =>
        NumberAxis.CutAt(signal, constant, isAfter);

    private static CellSet Equal(Axis axis, ComparisonOperator comparison, CellSet cells) =>
        comparison == ComparisonOperator.NotEqual ? CellSet.Range(0, axis.Count).Except(cells) : cells;

    private static CellSet Flip(Dimension dimension, CellSet cells, bool isTrue) =>
        isTrue ? cells : dimension.Known.Except(cells);

    private static ImmutableArray<Box> Narrow(Dimension dimension, CellSet cells) =>
        cells.IsEmpty ? []
        : cells.Equals(dimension.All) ? [Box.Everything]
        : [Box.Of(dimension.Index, cells)];

    private static ImmutableArray<Box> WhileKnown(Dimension signal, IEnumerable<Box> boxes) =>
        [.. Box.Meet(boxes, Narrow(signal, signal.Known))];
}

/// <summary>What is made of a signal that is still to come.</summary>
internal enum Reading
{
    Now,

    /// <summary>Each question about it may come to be either: what the condition can still become.</summary>
    Possible,

    /// <summary>As now, but a signal counts as not known only if it never will be: what the condition
    /// cannot cease to be.</summary>
    Certain,
}
