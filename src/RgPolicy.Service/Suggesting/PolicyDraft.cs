using RgPolicy.Engine.Workloads;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;

namespace RgPolicy.Service.Suggesting;

/// <summary>Writes a suggested policy as text.</summary>
internal sealed class PolicyDraft(
    Workload workload,
    SuggestionRequest request,
    ImmutableArray<SuggestedClass> classes,
    ImmutableArray<UnknownWork> unknown,
    string objective
)
{
    private const int MostReasons = 5;
    private const double FewestMinutes = 10;
    private const double MostMinutes = 1_000_000;
    private const int LongestReason = 90;
    private const int LongestNote = 600;

    private readonly StringBuilder _text = new();

    /// <summary>The target gives pools parts of the cache; else they differ by their weight alone.</summary>
    private bool AllocatesCache { get; init; } = true;

    public PolicyDraft WithoutCache() => new(workload, request, classes, unknown, objective) { AllocatesCache = false };

    /// <summary>The text, not formatted yet.</summary>
    public string Write()
    {
        WriteHead();
        WriteUnknown();
        Line("language 1");
        foreach (var window in classes.SelectMany(each => each.Windows))
        {
            Line("");
            Line(window.Statement);
        }

        WritePools();
        WriteClasses();
        WriteRule();
        if (objective.Length > 0)
        {
            Line("");
            Line(objective);
        }

        foreach (var test in TestDraft.Of(classes, request))
        {
            Line("");
            Line(test);
        }

        return _text.ToString();
    }

    private void WriteHead()
    {
        var source = QuotedText.Comment(request.Source, LongestReason);
        Line(
            $"// Suggested by rgp from {source}: {workload.Queries} queries in {Evidence.Time(workload.Recorded.TotalSeconds)}."
        );
        Line("// Read it, try it (rgp test, rgp replay), and let it advise before it enforces.");
        if (!AllocatesCache)
            Line("// The target allocates no cache, so pools differ by their weight alone; --profile names another.");

        foreach (var note in request.Notes)
            Line("// " + QuotedText.Comment(note, LongestNote));
    }

    private void WriteUnknown()
    {
        string[] left =
        [
            .. new (long Queries, string What)[]
            {
                (workload.TooShort, "ended within 0.3 s"),
                (workload.Exempt, "are never governed"),
                (workload.Merged, "are of too many different statements"),
            }
                .Where(each => each.Queries > 0)
                .Select(each => Invariant($"{each.Queries} queries that {each.What}")),
        ];
        if (left.Length > 0)
            Line($"// Not looked at: {string.Join(", ", left)}.");

        if (unknown.IsEmpty)
            return;

        Line("//");
        Line("// Not known, so they are in the default and not throttled:");
        foreach (var each in unknown.Take(MostReasons))
        {
            Line(
                $"//   {each.Queries} queries, {Evidence.Time(each.Seconds)}: {QuotedText.Comment(each.Reason, LongestReason)}"
            );
        }
    }

    private void WritePools()
    {
        Line("");
        WritePool("critical", "100%", 1000);
        if (Uses(SuggestedPool.Reporting))
        {
            Line("");
            WritePool("reporting", "100%", 100);
        }

        if (Uses(SuggestedPool.Polluters))
        {
            Line("");
            WritePool("polluters", "10%, at least 2 ways", 50);
        }
    }

    private void WritePool(string name, string cache, int weight) =>
        Line(
            Invariant($"pool {name} {{\n{(AllocatesCache ? $"cache {cache}\n" : "")}cores all\ncpu weight {weight}\n}}")
        );

    private void WriteClasses()
    {
        foreach (var each in classes)
        {
            Line("");
            foreach (var line in Evidence.Of(each, workload, request.Dbms))
                Line("// " + line);

            Line($"class {each.Name} -> {each.PoolName} when {each.Condition}");
        }

        Line("");
        Line("// What is unknown or over soon, where the server was started.");
        Line("default -> critical");
        if (AllocatesCache)
        {
            Line("");
            Line("cache strategy static");
        }
    }

    // Three times the longest that was seen, and ten minutes at least: what it did not do while it was watched. The
    // polluters have the lowest weight that is safe already.
    private void WriteRule()
    {
        ImmutableArray<SuggestedClass> throttled = [.. classes.Where(each => each.Pool == SuggestedPool.Reporting)];
        if (throttled.IsEmpty || StepCapability.WhyNothing(new RuleAction.Deprioritize(), request.Target) is not null)
            return;

        var minutes = Math.Clamp(
            Math.Ceiling(3 * throttled.Max(each => each.Longest) / 60),
            FewestMinutes,
            MostMinutes
        );
        var names = string.Join(", ", throttled.Select(each => each.Name));
        Line("");
        Line(
            Invariant(
                $"rule long_running on class {names} {{\nwhen request.elapsed > {minutes} min then deprioritize\nunless request.blocking > 0 // a query that blocks others may finish\n}}"
            )
        );
    }

    private bool Uses(SuggestedPool pool) => classes.Any(each => each.Pool == pool);

    private void Line(string text) => _text.Append(text).Append('\n');
}

/// <summary>Queries of which too little is known to throttle them.</summary>
/// <param name="Reason">Why, such as that no plan can be had of a function.</param>
/// <param name="Queries">How many were seen.</param>
/// <param name="Seconds">How long they ran, together.</param>
internal sealed record UnknownWork(string Reason, long Queries, double Seconds);
