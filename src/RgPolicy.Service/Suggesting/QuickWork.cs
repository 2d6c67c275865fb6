using System.Collections.Immutable;
using System.Globalization;
using RgPolicy.Engine.Workloads;
using RgPolicy.Language.Signals;
using RgPolicy.Plans;

namespace RgPolicy.Service.Suggesting;

/// <summary>
/// Statements that people or programs wait for although their plan has the shape of long work: a small aggregation that
/// an application asks again and again. They are kept out of the narrow pools where a question tells them from the
/// rest.
/// </summary>
internal static class QuickWork
{
    /// <summary>A statement that never took longer, in seconds, is quick.</summary>
    public const double Longest = 1;

    // Fewer tell nothing: a statement that once took half a second may take an hour tomorrow.
    private const int FewestExecutions = 20;

    private static readonly ImmutableArray<string> Shapes = SignalCatalog.Get("plan.shape").Words;

    // Of so many, one has waited for a lock or a disk.
    private const int ManyExecutions = 1_000;
    private const double UsualOfMany = 0.05;

    /// <summary>Whether it is asked again and again, and is over soon each time.</summary>
    public static bool Is(StatementGroup group) =>
        (group.Longest <= Longest && group.Executions >= FewestExecutions)
        || (group.Executions >= ManyExecutions && group.Seconds <= UsualOfMany * group.Executions);

    /// <summary>The class that keeps them apart, or null where there are none or no question tells them.</summary>
    /// <param name="narrowed">Everything that the other classes would narrow.</param>
    /// <param name="tellsHours">The hours at which statements run are theirs, not those of a short recording.</param>
    public static SuggestedClass? ClassOf(ImmutableArray<StatementGroup> narrowed, bool tellsHours)
    {
        var (conditions, windows) = (new List<string>(), new HashSet<HourWindow>());
        var groups = ImmutableArray.CreateBuilder<StatementGroup>();
        foreach (
            var same in narrowed.Where(Is).GroupBy(group => (group.Session.App, group.Session.Login, ShapeOf(group)))
        )
        {
            var quick = same.ToImmutableArray();
            var others = narrowed.Where(group => ShapeOf(group) == same.Key.Item3 && !Is(group)).ToImmutableArray();
            if (Question(quick, others) is { } question)
            {
                conditions.Add(question);
                groups.AddRange(quick);
            }
            else if (tellsHours && WindowOf(quick, others) is { } window)
            {
                conditions.Add($"{ShapeQuestion(quick)} and during {window.Name}");
                windows.Add(window);
                groups.AddRange(quick);
            }
        }

        var distinct = conditions.Distinct(StringComparer.Ordinal).ToList();
        return distinct.Count == 0
            ? null
            : new SuggestedClass("quick", SuggestedPool.Critical, string.Join(" or ", distinct), groups.ToImmutable())
            {
                Windows = [.. windows],
            };
    }

    // The login or application tells them best, since it stays the same; then how much they read, with room for growth
    // on both sides.
    private static string? Question(ImmutableArray<StatementGroup> quick, ImmutableArray<StatementGroup> others)
    {
        var (session, shape) = (quick[0].Session, ShapeQuestion(quick));
        if (IsTelling(session.App) && !others.Any(group => IsSame(group.Session.App, session.App)))
        {
            return $"{shape} and session.app = {QuotedText.Text(session.App)}";
        }

        if (IsTelling(session.Login) && !others.Any(group => IsSame(group.Session.Login, session.Login)))
        {
            return $"{shape} and session.login = {QuotedText.Text(session.Login)}";
        }

        var most = quick.Max(StreamedOf);
        var bound = most is { } bytes and < QuotedText.MostBytes
            ? decimal.Max(1, decimal.Ceiling(2 * bytes / QuotedText.MiB))
            : (decimal?)null;
        return bound is { } limit && others.All(group => StreamedOf(group) / 2 > limit * QuotedText.MiB)
            ? string.Create(CultureInfo.InvariantCulture, $"{shape} and plan.streamed <= {limit} MiB")
            : null;
    }

    // Long work of the same shape that runs at other hours only.
    private static HourWindow? WindowOf(ImmutableArray<StatementGroup> quick, ImmutableArray<StatementGroup> others) =>
        HourWindow.Between(HoursOf(quick), HoursOf(others));

    private static int HoursOf(ImmutableArray<StatementGroup> groups) =>
        groups.Aggregate(0, (all, group) => all | group.Hours);

    private static string ShapeQuestion(ImmutableArray<StatementGroup> quick) =>
        $"plan.shape = {Shapes[(int)ShapeOf(quick[0])]}";

    // As the language compares texts.
    private static bool IsSame(string one, string other) =>
        string.Equals(one, other, StringComparison.OrdinalIgnoreCase);

    private static bool IsTelling(string name) => name.Length > 0 && QuotedText.IsQuotable(name);

    private static PlanShape ShapeOf(StatementGroup group) => group.Plan.Profile?.Shape ?? PlanShape.Unknown;

    private static decimal? StreamedOf(StatementGroup group) => group.Plan.Profile?.StreamedBytes.Value;
}
