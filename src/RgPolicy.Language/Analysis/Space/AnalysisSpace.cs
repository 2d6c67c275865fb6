using NodaTime;
using RgPolicy.Language.Analysis.Regions;
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
    private readonly Dictionary<(int Signal, string Units, bool Exactly), Dimension> _patterns = [];
    private readonly Dictionary<int, MemberTable> _members = [];
    private readonly List<Dimension> _dimensions = [];
    private readonly List<Dimension>?[] _flags = new List<Dimension>?[SignalCatalog.Count];

    /// <summary>Takes in all that is asked.</summary>
    /// <param name="conditions">The conditions that ask.</param>
    /// <param name="unknownCells">1, or 2 to tell pending signals from absent ones.</param>
    /// <param name="host">The target whose host it is about; null for every host.</param>
    public AnalysisSpace(IEnumerable<Condition> conditions, int unknownCells = 1, TargetProfile? host = null)
    {
        var asked = new AskedQuestions(conditions);
        foreach (var signal in asked.Signals)
        {
            _bySignal[signal.Ordinal] = Add(signal, asked.Axis(signal, host), CanBeUnknown(signal) ? unknownCells : 0);
        }

        Time = asked.Windows.IsEmpty ? null : Add(null, WindowCells.Find(asked.Windows), unknownCells: 0);
        FreePatterns =
        [
            .. asked.Patterns.Where(like => Of(like.Signal).Axis is TextAxis).DistinctBy(like => like.Signal.Ordinal),
        ];
        foreach (var like in asked.Patterns)
        {
            if (Of(like.Signal).Axis is TextAxis && !_patterns.ContainsKey(Key(like)))
            {
                _patterns[Key(like)] = Add(like.Signal, new FlagAxis(like.Signal, null, like.Pattern), unknownCells: 0);
            }
        }

        foreach (var (signal, members) in asked.Members)
        {
            _members[signal.Ordinal] = new MemberTable(
                members,
                text => Add(signal, new FlagAxis(signal, new TextConstant(text, true), null), unknownCells: 0)
            );
        }
    }

    /// <summary>All dimensions; <see cref="Dimension.Index"/> is the place.</summary>
    public IReadOnlyList<Dimension> Dimensions => _dimensions;

    /// <summary>A search in this space.</summary>
    public CoverSearch Search(WorkBudget budget) =>
        new(
            [.. _dimensions.Select(dimension => dimension.All)],
            [.. _dimensions.Select(dimension => dimension.Known)],
            budget
        );

    /// <summary>The time, where a condition asks for it.</summary>
    public Dimension? Time { get; }

    /// <summary>The dimension of a signal, or null where no condition asks for it.</summary>
    public Dimension? Find(Signal signal) => _bySignal[signal.Ordinal];

    /// <summary>The dimension of a signal that a condition asks for.</summary>
    public Dimension Of(Signal signal) =>
        _bySignal[signal.Ordinal] ?? throw new InvalidOperationException($"No condition asks for {signal.Name}.");

    /// <summary>The members that conditions ask a signal for, and the patterns that are free.</summary>
    public IReadOnlyList<Dimension> Flags(Signal signal) => _flags[signal.Ordinal] ?? [];

    /// <summary>The first pattern of each signal that has too many of them: there each is free to match
    /// or not.</summary>
    public IReadOnlyList<LikeCondition> FreePatterns { get; }

    /// <summary>The flag of a pattern that is free.</summary>
    public Dimension Pattern(LikeCondition like) => _patterns[Key(like)];

    public IEnumerable<Dimension> Members(Signal signal, TextConstant member) => _members[signal.Ordinal].Of(member);

    /// <summary>True for a signal that a query can lack: all but those of session, DBMS and the host's constants; not
    /// every server tells groups.</summary>
    public static bool CanBeUnknown(Signal signal) =>
        signal.Name == SignalCatalog.Group
        || (signal.Phase is not (SignalPhase.Session or SignalPhase.Dbms) && !signal.IsTargetConstant);

    /// <summary>One pattern is one flag; where case plays no part, its own casing plays none either.</summary>
    private static (int Signal, string Units, bool Exactly) Key(LikeCondition like) =>
        (
            like.Signal.Ordinal,
            like.Pattern.Exactly ? like.Pattern.Units : like.Pattern.Units.ToUpperInvariant(),
            like.Pattern.Exactly
        );

    private Dimension Add(Signal? signal, Axis axis, int unknownCells)
    {
        var dimension = new Dimension(_dimensions.Count, signal, axis, unknownCells);
        _dimensions.Add(dimension);
        if (axis is FlagAxis flag)
        {
            (_flags[flag.Signal.Ordinal] ??= []).Add(dimension);
        }

        return dimension;
    }
}

/// <summary>The flags of a set signal: one for each exact text that may be a member of it.</summary>
internal sealed class MemberTable
{
    private readonly Dictionary<string, List<Dimension>> _anyCasing = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<string, Dimension> _exactly = new(StringComparer.Ordinal);

    public MemberTable(IEnumerable<TextConstant> members, Func<string, Dimension> add)
    {
        foreach (var casings in members.GroupBy(member => member.Value, StringComparer.OrdinalIgnoreCase))
        {
            var exact = casings
                .Where(member => member.Exactly)
                .Select(member => member.Value)
                .Distinct(StringComparer.Ordinal)
                .ToList();
            foreach (var text in exact)
            {
                _exactly[text] = add(text);
            }

            var flags = exact.ConvertAll(text => _exactly[text]);
            if (Casings.FindOther(casings.Key, exact) is { } other)
            {
                flags.Add(add(other));
            }

            _anyCasing[casings.Key] = flags;
        }
    }

    /// <summary>The flags of which one must be set for the set to contain the text.</summary>
    public IEnumerable<Dimension> Of(TextConstant member) =>
        member.Exactly ? [_exactly[member.Value]] : _anyCasing[member.Value];
}

/// <summary>Finds which windows are ever open together.</summary>
internal static class WindowCells
{
    /// <summary>Verdicts hold for moments from here ...</summary>
    public static readonly Instant From = Instant.FromUtc(2020, 1, 1, 0, 0);

    /// <summary>... up to here.</summary>
    public static readonly Instant To = Instant.FromUtc(2050, 1, 1, 0, 0);

    /// <summary>Openings and closings that are looked at; of windows beyond them nothing is decided.</summary>
    public const int MostTurns = 1_000_000;

    /// <summary>The sets of windows that are ever open together; windows are left out from the first on
    /// that has too many turns.</summary>
    public static TimeAxis Find(ImmutableArray<Window> windows)
    {
        var spans = OffsetSpans.Of(windows, From, To);
        var told = Told(windows, spans.Length);
        var sweep = new WindowSweep(told.Length);
        foreach (var span in spans)
        {
            sweep.Pass(span, WindowMoments.Of(told, span));
        }

        return new TimeAxis(told, sweep.Moments, sweep.Open());
    }

    private static ImmutableArray<Window> Told(ImmutableArray<Window> windows, int spans)
    {
        var turns = 0L;
        return [.. windows.TakeWhile(window => (turns += (long)spans * WindowMoments.Most(window)) <= MostTurns)];
    }
}
