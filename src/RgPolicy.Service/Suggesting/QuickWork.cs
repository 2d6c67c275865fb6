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

    /// <summary>Whether it is asked again and again, and is over soon each time.</summary>
    public static bool Is(StatementGroup group) => group.Longest <= Longest && group.Executions >= FewestExecutions;

    /// <summary>The class that keeps them apart, or null where there are none or no question tells them.</summary>
    /// <param name="narrowed">Everything that the other classes would narrow.</param>
    public static SuggestedClass? ClassOf(ImmutableArray<StatementGroup> narrowed)
    {
        var conditions = new List<string>();
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
        }

        var distinct = conditions.Distinct(StringComparer.Ordinal).ToList();
        return distinct.Count == 0
            ? null
            : new SuggestedClass("quick", SuggestedPool.Critical, string.Join(" or ", distinct), groups.ToImmutable());
    }

    // The login or application tells them best, since it stays the same; then how much they read, with room for growth
    // on both sides.
    private static string? Question(ImmutableArray<StatementGroup> quick, ImmutableArray<StatementGroup> others)
    {
        var (session, shape) = (quick[0].Session, $"plan.shape = {Shapes[(int)ShapeOf(quick[0])]}");
        if (IsTelling(session.App) && !others.Any(group => IsSame(group.Session.App, session.App)))
        {
            return $"{shape} and session.app = {QuotedText.Text(session.App)}";
        }

        if (IsTelling(session.Login) && !others.Any(group => IsSame(group.Session.Login, session.Login)))
        {
            return $"{shape} and session.login = {QuotedText.Text(session.Login)}";
        }

        var most = quick.Max(StreamedOf);
        var bound = most is { } bytes ? decimal.Max(1, decimal.Ceiling(2 * bytes / QuotedText.MiB)) : (decimal?)null;
        return bound is { } limit && others.All(group => StreamedOf(group) > 2 * limit * QuotedText.MiB)
            ? string.Create(CultureInfo.InvariantCulture, $"{shape} and plan.streamed <= {limit} MiB")
            : null;
    }

    // As the language compares texts.
    private static bool IsSame(string one, string other) =>
        string.Equals(one, other, StringComparison.OrdinalIgnoreCase);

    private static bool IsTelling(string name) => name.Length > 0 && QuotedText.IsQuotable(name);

    private static PlanShape ShapeOf(StatementGroup group) => group.Plan.Profile?.Shape ?? PlanShape.Unknown;

    private static decimal? StreamedOf(StatementGroup group) => group.Plan.Profile?.StreamedBytes.Value;
}
