using RgPolicy.Language.Analysis.Regions;
using RgPolicy.Language.Analysis.Texts;
using RgPolicy.Language.Conditions;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Targets;

namespace RgPolicy.Language.Analysis.Space;

/// <summary>
/// Everything that the conditions of one or two policies can tell apart, as a product of finite
/// dimensions. A query is one cell of each; a verdict on cells is one on all queries.
/// </summary>
internal sealed class AnalysisSpace
{
    private readonly Dimension?[] _bySignal = new Dimension?[SignalCatalog.Count];
    private readonly Dictionary<(int Signal, TextQuestion Pattern), Dimension> _patterns = [];
    private readonly Dictionary<(int Signal, TextQuestion Member), ImmutableArray<Dimension>> _members = [];
    private readonly List<Dimension> _dimensions = [];
    private readonly List<Dimension>?[] _flags = new List<Dimension>?[SignalCatalog.Count];

    /// <param name="conditions">The conditions that ask.</param>
    /// <param name="unknownCells">1, or 2 to tell pending signals from absent ones.</param>
    /// <param name="host">The target whose host it is about; null for every host.</param>
    public AnalysisSpace(IEnumerable<Condition> conditions, int unknownCells = 1, TargetProfile? host = null)
    {
        var asked = new AskedQuestions(conditions);
        foreach (var signal in asked.Signals)
            _bySignal[signal.Ordinal] = Add(signal, asked.Axis(signal, host), CanBeUnknown(signal) ? unknownCells : 0);

        Time = asked.Windows.IsEmpty ? null : Add(null, WindowCells.Find(asked.Windows), unknownCells: 0);
        FreePatterns = [.. asked.Patterns.Where(IsFree).DistinctBy(like => like.Signal.Ordinal)];
        foreach (var like in asked.Patterns.Where(IsFree).DistinctBy(Key))
            _patterns[Key(like)] = Add(like.Signal, new FlagAxis(like.Signal, null, like.Pattern), unknownCells: 0);

        foreach (var (signal, members) in asked.Members)
            AddMembers(signal, TextAxis.Of(members, []));
    }

    public IReadOnlyList<Dimension> Dimensions => _dimensions;

    public CoverSearch Search(WorkBudget budget) =>
        new(
            [.. _dimensions.Select(dimension => dimension.All)],
            [.. _dimensions.Select(dimension => dimension.Known)],
            budget
        );

    public Dimension? Time { get; }

    /// <summary>The dimension of a signal, or null where no condition asks for it.</summary>
    public Dimension? Find(Signal signal) => _bySignal[signal.Ordinal];

    public Dimension Of(Signal signal) =>
        _bySignal[signal.Ordinal] ?? throw new InvalidOperationException($"No condition asks for {signal.Name}.");

    /// <summary>The members that conditions ask a signal for, and the patterns that are free.</summary>
    public IReadOnlyList<Dimension> Flags(Signal signal) => _flags[signal.Ordinal] ?? [];

    /// <summary>The first pattern of each signal that has too many of them: there each is free to match
    /// or not.</summary>
    public IReadOnlyList<LikeCondition> FreePatterns { get; }

    /// <summary>True for a pattern that its signal's axis does not tell: it has a flag of its own.</summary>
    public bool IsFree(LikeCondition like) =>
        Of(like.Signal).Axis is TextAxis axis && !axis.Tells(TextQuestion.Pattern(like.Pattern));

    /// <summary>The flag of a pattern that is free.</summary>
    public Dimension Pattern(LikeCondition like) => _patterns[Key(like)];

    /// <summary>The flags of which one must be set for the set to contain the text.</summary>
    public ImmutableArray<Dimension> Members(Signal signal, TextConstant member) =>
        _members[(signal.Ordinal, TextQuestion.Name(member))];

    /// <summary>True for a signal that a query can lack: all but those of session, DBMS and the host's constants; not
    /// every server tells groups.</summary>
    public static bool CanBeUnknown(Signal signal) =>
        signal.Name == SignalCatalog.Group
        || (signal.Phase is not (SignalPhase.Session or SignalPhase.Dbms) && !signal.IsTargetConstant);

    private static (int Signal, TextQuestion Pattern) Key(LikeCondition like) =>
        (like.Signal.Ordinal, TextQuestion.Pattern(like.Pattern));

    /// <summary>A flag for each exact text that may be a member of a set.</summary>
    private void AddMembers(Signal signal, TextAxis texts)
    {
        var flags = new Dictionary<int, Dimension>();
        foreach (var question in texts.Questions)
            _members[(signal.Ordinal, question)] = [.. texts.Cells(question).Cells().Select(Flag)];

        Dimension Flag(int cell) =>
            flags.TryGetValue(cell, out var flag)
                ? flag
                : flags[cell] = Add(signal, new FlagAxis(signal, texts.Samples[cell], null), unknownCells: 0);
    }

    private Dimension Add(Signal? signal, Axis axis, int unknownCells)
    {
        var dimension = new Dimension(_dimensions.Count, signal, axis, unknownCells);
        _dimensions.Add(dimension);
        if (axis is FlagAxis flag)
            (_flags[flag.Signal.Ordinal] ??= []).Add(dimension);

        return dimension;
    }
}
