using RgPolicy.Engine.Workloads;
using RgPolicy.Language.Signals;
using RgPolicy.Plans;

namespace RgPolicy.Service.Suggesting;

/// <summary>Statements that people or programs wait for although their plan has the shape of long work: a small
/// aggregation that an application asks again and again. They are kept out of the pools that throttle where a question
/// tells them from the rest.</summary>
internal static class QuickWork
{
    /// <summary>A statement that never took longer, in seconds, is quick.</summary>
    public const double Longest = 1;

    // Fewer tell nothing: a statement that once took half a second may take an hour tomorrow.
    private const int FewestExecutions = 20;

    private static readonly ImmutableArray<string> Shapes = SignalCatalog.Get("plan.shape").Words;

    // Of so many that a server has counted, one has waited for a lock or a disk.
    private const int ManyExecutions = 1_000;
    private const double UsualOfMany = 0.05;

    /// <summary>Whether it is asked again and again, and is over soon each time.</summary>
    public static bool Is(StatementGroup group) =>
        (group.Longest <= Longest && group.Executions >= FewestExecutions)
        || (group.IsCounted && group.Executions >= ManyExecutions && group.Seconds <= UsualOfMany * group.Executions);

    /// <summary>The class that keeps them apart, or null where there are none or no question tells them.</summary>
    /// <param name="throttled">Everything that the other classes would throttle.</param>
    /// <param name="tellsHours">The hours at which statements run are theirs, not those of a short recording.</param>
    public static SuggestedClass? ClassOf(ImmutableArray<StatementGroup> throttled, bool tellsHours)
    {
        var shapes = throttled
            .Where(Is)
            .GroupBy(ShapeOf)
            .Select(same => new QuickShape(
                $"plan.shape = {Shapes[(int)same.Key]}",
                [.. same],
                [.. throttled.Where(group => ShapeOf(group) == same.Key && !Is(group))],
                tellsHours
            ))
            .Where(shape => !shape.Taken.IsEmpty)
            .ToList();
        return shapes.Count == 0
            ? null
            : new SuggestedClass(
                "quick",
                SuggestedPool.Critical,
                string.Join(" or ", shapes.SelectMany(shape => shape.Conditions)),
                [.. shapes.SelectMany(shape => shape.Taken)]
            )
            {
                Windows = [.. shapes.SelectMany(shape => shape.Windows).Distinct()],
            };
    }

    private static PlanShape ShapeOf(StatementGroup group) => group.Plan.Profile?.Shape ?? PlanShape.Unknown;
}

/// <summary>Quick statements of one shape, and the fewest questions that tell them from long ones of it: no question
/// asks for what another of them takes already.</summary>
internal sealed class QuickShape
{
    private readonly string _shape;
    private readonly ImmutableArray<StatementGroup> _others;
    private readonly HashSet<string> _apps = new(StringComparer.OrdinalIgnoreCase);
    private readonly HashSet<string> _logins = new(StringComparer.OrdinalIgnoreCase);
    private readonly List<HourWindow> _windows = [];
    private readonly ImmutableArray<StatementGroup>.Builder _taken = ImmutableArray.CreateBuilder<StatementGroup>();
    private decimal? _widest;

    /// <summary>Tells what can be told.</summary>
    /// <param name="shape">The question for the shape alone.</param>
    /// <param name="quick">Quick statements of it.</param>
    /// <param name="others">Long ones of it.</param>
    /// <param name="tellsHours">The hours at which statements run are theirs.</param>
    public QuickShape(
        string shape,
        ImmutableArray<StatementGroup> quick,
        ImmutableArray<StatementGroup> others,
        bool tellsHours
    )
    {
        (_shape, _others) = (shape, others);
        foreach (var same in quick.GroupBy(KeyOf))
        {
            ImmutableArray<StatementGroup> groups = [.. same];
            if (TakeByName(groups) || TakeByReading(groups) || (tellsHours && TakeByHours(groups)))
                _taken.AddRange(groups);
        }

        Taken = _taken.ToImmutable();
        Windows = [.. HourWindow.Joined(_windows)];
    }

    /// <summary>Those that a question tells.</summary>
    public ImmutableArray<StatementGroup> Taken { get; }

    /// <summary>The windows that the questions name.</summary>
    public ImmutableArray<HourWindow> Windows { get; }

    /// <summary>The questions, any of which takes its statements.</summary>
    public IEnumerable<string> Conditions =>
        [
            .. _apps.Select(app => $"{_shape} and session.app = {QuotedText.Text(app)}"),
            .. _logins.Select(login => $"{_shape} and session.login = {QuotedText.Text(login)}"),
            .. Bounds,
            .. Windows.Select(window => $"{_shape} and during {window.Name}"),
        ];

    private IEnumerable<string> Bounds =>
        _widest is { } limit ? [Invariant($"{_shape} and plan.streamed <= {limit} MiB")] : [];

    // The login or application tells them best, since it stays the same.
    private bool TakeByName(ImmutableArray<StatementGroup> quick)
    {
        var session = quick[0].Session;
        if (IsTelling(session.App) && !_others.Any(group => IsSame(group.Session.App, session.App)))
        {
            _apps.Add(session.App);
            return true;
        }

        if (IsTelling(session.Login) && !_others.Any(group => MayBeOf(group.Session.Login, session.Login)))
        {
            _logins.Add(session.Login);
            return true;
        }

        return false;
    }

    // How much they read, with room for growth on both sides.
    private bool TakeByReading(ImmutableArray<StatementGroup> quick)
    {
        if (quick.Max(StreamedOf) is not { } most || most >= QuotedText.MostBytes)
            return false;

        var limit = decimal.Max(1, decimal.Ceiling(2 * most / QuotedText.MiB));
        if (!_others.All(group => StreamedOf(group) / 2 > limit * QuotedText.MiB))
            return false;

        _widest = decimal.Max(_widest ?? 0, limit);
        return true;
    }

    // Long work of the same shape runs at other hours only.
    private bool TakeByHours(ImmutableArray<StatementGroup> quick)
    {
        if (HourWindow.Between(HoursOf(quick), HoursOf(_others)) is not { } window)
            return false;

        _windows.Add(window);
        return true;
    }

    private static (string App, string Login) KeyOf(StatementGroup group) =>
        (group.Session.App.ToUpperInvariant(), group.Session.Login.ToUpperInvariant());

    private static int HoursOf(ImmutableArray<StatementGroup> groups) =>
        groups.Aggregate(0, (all, group) => all | group.Hours);

    // As the language compares texts.
    private static bool IsSame(string one, string other) =>
        string.Equals(one, other, StringComparison.OrdinalIgnoreCase);

    // A login that is not told may be any.
    private static bool MayBeOf(string login, string other) => login.Length == 0 || IsSame(login, other);

    private static bool IsTelling(string name) => name.Length > 0 && QuotedText.IsQuotable(name);

    private static decimal? StreamedOf(StatementGroup group) => group.Plan.Profile?.StreamedBytes.Value;
}
