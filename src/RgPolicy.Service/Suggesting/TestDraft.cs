using RgPolicy.Engine.Workloads;
using RgPolicy.Language.Signals;
using RgPolicy.Plans;

namespace RgPolicy.Service.Suggesting;

/// <summary>A test for each class, from a query that was seen, and one for what is not known.</summary>
internal static class TestDraft
{
    private static readonly ImmutableArray<string> Shapes = SignalCatalog.Get("plan.shape").Words;
    private static readonly ImmutableArray<string> Kinds = SignalCatalog.Get("statement.kind").Words;

    public static IEnumerable<string> Of(ImmutableArray<SuggestedClass> classes, SuggestionRequest request)
    {
        foreach (var each in classes)
        {
            if (each.Groups.FirstOrDefault(CanBeGiven) is { } group)
                yield return Test(each, group, request, At(classes, group));
        }

        yield return "test \"what has no plan keeps everything\" {\n"
            + "given { statement.kind other, plan.shape unknown }\n"
            + At(classes, null)
            + "expect class default, pool critical\n}";
    }

    // Where a window decides, each test needs a time.
    private static string At(ImmutableArray<SuggestedClass> classes, StatementGroup? group) =>
        classes.All(each => each.Windows.IsEmpty)
            ? ""
            : Invariant($"at \"2026-01-05T{int.TrailingZeroCount(Math.Max(1, group?.Hours ?? 0)):00}:30:00Z\"\n");

    private static bool CanBeGiven(StatementGroup group) =>
        group is { Plan.Profile: { } plan, Statement: not null }
        && !(plan.WorkingSetBytes.Value > QuotedText.MostBytes)
        && !(plan.StreamedBytes.Value > QuotedText.MostBytes)
        && QuotedText.IsQuotable(group.Session.App)
        && QuotedText.IsQuotable(group.Session.Login);

    private static string Test(SuggestedClass each, StatementGroup group, SuggestionRequest request, string at) =>
        $"test \"{each.Name}, as it was seen\" {{\n"
        + $"given {{ {string.Join(", ", Signals(group, request))} }}\n"
        + $"given session {{ app {QuotedText.Text(group.Session.App)}, login {QuotedText.Text(group.Session.Login)} }}\n"
        + at
        + $"expect class {each.Name}, pool {each.PoolName}\n}}";

    // Working sets as parts of the cache that the shape's class compares them with, so that the tests hold on other machines
    // as the conditions do.
    private static IEnumerable<string> Signals(StatementGroup group, SuggestionRequest request)
    {
        var (kind, plan) = (group.Statement?.Kind ?? StatementKind.Other, group.Plan.Profile);
        yield return $"statement.kind {Kinds[(int)kind]}";
        yield return $"plan.shape {Shapes[(int)(plan?.Shape ?? PlanShape.Unknown)]}";
        var (cache, bytes) = plan?.Shape is PlanShape.Scan or PlanShape.Write
            ? ("host.l2", request.Target.L2Bytes)
            : ("host.llc", request.Target.LlcBytes);
        if (plan?.WorkingSetBytes.Value is { } set && bytes > 0)
        {
            var part = Math.Round(set / bytes, 6);
            yield return part == 0 ? "plan.working_set 0 B" : Invariant($"plan.working_set {part:0.######} * {cache}");
        }

        if (plan?.StreamedBytes.Value is { } streamed)
            yield return Invariant($"plan.streamed {decimal.Round(streamed)} B");
    }
}
