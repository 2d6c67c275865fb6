using System.Collections.Immutable;
using System.Globalization;
using System.Text;
using RgPolicy.Engine.Workloads;

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
    private const int LongestReason = 90;

    private readonly StringBuilder _text = new();

    /// <summary>The text, not formatted yet.</summary>
    public string Write()
    {
        WriteHead();
        WriteUnknown();
        Line("language 1");
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
                .Select(each =>
                    string.Create(CultureInfo.InvariantCulture, $"{each.Queries} queries that {each.What}")
                ),
        ];
        if (left.Length > 0)
        {
            Line($"// Not looked at: {string.Join(", ", left)}.");
        }

        if (unknown.IsEmpty)
        {
            return;
        }

        Line("//");
        Line("// Not known, so they are in the default and not narrowed:");
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
        Line("pool critical {\ncache 100%\ncores all\ncpu weight 1000\n}");
        if (Uses(SuggestedPool.Reporting))
        {
            Line("");
            Line("pool reporting {\ncache 60%\ncores all\ncpu weight 100\n}");
        }

        if (Uses(SuggestedPool.Polluters))
        {
            Line("");
            Line("pool polluters {\ncache 10%, at least 2 ways\ncores all\ncpu weight 50\n}");
        }
    }

    private void WriteClasses()
    {
        foreach (var each in classes)
        {
            Line("");
            foreach (var line in Evidence.Of(each, workload, request.Dbms))
            {
                Line("// " + line);
            }

            Line($"class {each.Name} -> {each.PoolName} when {each.Condition}");
        }

        Line("");
        Line("// What is unknown or over soon, where the server was started.");
        Line("default -> critical");
        Line("");
        Line("cache strategy static");
    }

    // Three times the longest that was seen, and ten minutes at least: what it did not do while it was watched.
    private void WriteRule()
    {
        ImmutableArray<SuggestedClass> narrowed =
        [
            .. classes.Where(each => each.Pool != SuggestedPool.Critical && each.Name != ClassCandidate.BulkLoad),
        ];
        if (narrowed.IsEmpty)
        {
            return;
        }

        var minutes = Math.Max(10, (long)Math.Ceiling(3 * narrowed.Max(each => each.Longest) / 60));
        var names = string.Join(", ", narrowed.Select(each => each.Name));
        Line("");
        Line(
            string.Create(
                CultureInfo.InvariantCulture,
                $"rule long_running on class {names} {{\nwhen request.elapsed > {minutes} min then deprioritize\nunless request.blocking > 0 // a query that blocks others may finish\n}}"
            )
        );
    }

    private bool Uses(SuggestedPool pool) => classes.Any(each => each.Pool == pool);

    private void Line(string text) => _text.Append(text).Append('\n');
}
