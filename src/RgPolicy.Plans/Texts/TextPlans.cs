using RgPolicy.Plans.Documents;

namespace RgPolicy.Plans.Texts;

/// <summary>One plan of a text: in the JSON form of its server, or what is missing of it.</summary>
/// <param name="Json">A document with one statement, or null where the plan is cut or damaged.</param>
/// <param name="Problem">What is wrong.</param>
/// <param name="Statement">The statement's text where it stands beside the plan.</param>
internal sealed record TextPlan(byte[]? Json, PlanDiagnostic? Problem, string? Statement);

/// <summary>Finds plans that a server has printed as text, also among other text such as a log's.</summary>
internal static class TextPlans
{
    private const string QueryText = "Query Text: ";
    private const string Parameters = "Query Parameters: ";

    /// <summary>True where a text may hold such a plan beside others.</summary>
    public static bool MayBeBeside(ReadOnlySpan<byte> utf8) => utf8.IndexOf("(cost="u8) >= 0;

    /// <summary>The plans of a PostgreSQL, in order.</summary>
    public static List<TextPlan> OfPostgres(string text)
    {
        var lines = TextLines.Of(text);
        var plans = new List<TextPlan>();
        var header = -1;
        var isHeaded = false;
        (string Lead, int Line)? query = null;
        for (var i = 0; i < lines.Length; i++)
        {
            var line = lines[i];
            var quoted = line.IndexOf(QueryText, StringComparison.Ordinal);
            if (quoted >= 0 && TextLines.IsLead(line.AsSpan(0, quoted)))
                query = (line[..quoted], i);
            else if (query is { Lead: var lead } && !line.StartsWith(lead, StringComparison.Ordinal))
                query = null;
            var root = PostgresLine.RootIn(line, needsFigures: !isHeaded);
            if (root >= 0 && query is { } known)
                (i, root) = Last(lines, i, known.Lead);
            if (root >= 0 && TextLines.IsLead(lines[i].AsSpan(0, root)))
            {
                plans.Add(Read(lines, ref i, root, query, header));
                query = null;
            }

            isHeaded = TextLines.IsHeader(line) || (isHeaded && TextLines.IsRule(line));
            header =
                isHeaded ? i
                : TextLines.Counted(line.AsSpan().Trim()) is null ? header
                : -1;
        }

        return plans;
    }

    /// <summary>The plan is what the message ends with: what looks like one before it is in the statement's text.</summary>
    private static (int Line, int Root) Last(string[] lines, int first, string lead)
    {
        var (last, root) = (first, PostgresLine.RootIn(lines[first], needsFigures: true));
        for (var i = first; i < lines.Length && lines[i].StartsWith(lead, StringComparison.Ordinal); i++)
        {
            if (lines[i].AsSpan(lead.Length).TrimStart().StartsWith(QueryText, StringComparison.Ordinal))
                break;
            if (PostgresLine.RootIn(lines[i], needsFigures: true) == lead.Length)
                (last, root) = (i, lead.Length);
        }

        return (last, root);
    }

    private static TextPlan Read(string[] lines, ref int at, int root, (string Lead, int Line)? query, int header)
    {
        var first = at;
        var lead = lines[first][..root];
        var statement = query is { } known ? Statement(lines, known.Line, first, known.Lead.Length) : null;
        // What an arrow leads to is the inside of a plan whose beginning is missing.
        var isInside =
            lead.Contains("->", StringComparison.Ordinal)
            || lead.EndsWith(">  ", StringComparison.Ordinal)
            || (first == 0 && lead.TrimEnd() is [.., var last] && char.IsAsciiLetter(last));
        lead = isInside ? "" : lead;
        using var plan = new PostgresText(lines[first][root..], statement);
        var (end, isCounted) = (first, (bool?)null);
        for (var i = first + 1; i < lines.Length; i++)
        {
            var line = lines[i];
            if (string.IsNullOrWhiteSpace(line))
                continue;
            if (header >= 0 && TextLines.IsRule(line))
            {
                header++;
                continue;
            }

            if (TextLines.Counted(line.AsSpan().Trim()) is int counted)
                isCounted = header >= 0 ? counted == i - header - 1 : counted <= i - first;
            if (!line.StartsWith(lead, StringComparison.Ordinal))
                break;
            var rest = line.AsSpan(lead.Length).TrimStart();
            var column = line.Length - lead.Length - rest.Length;
            if (column == 0 && PostgresLine.RootIn(rest.ToString(), needsFigures: true) == 0)
                break;
            if (!plan.Take(column, rest.ToString()))
                break;
            end = i;
        }

        at = end;
        var json = plan.Finish();
        var isWhole = json is not null && !isInside && (isCounted ?? TextLines.HoldsWidest(lines, header, first, end));
        return new(isWhole ? json : null, isWhole ? null : PlanProblems.CutText(first + 1, root + 1), statement);
    }

    private static string Statement(string[] lines, int first, int end, int lead)
    {
        var text = new StringBuilder(lines[first][(lead + QueryText.Length)..]);
        for (var i = first + 1; i < end; i++)
        {
            var line = lines[i].AsSpan(Math.Min(lead, lines[i].Length));
            if (line.StartsWith(Parameters, StringComparison.Ordinal))
                break;
            text.Append('\n').Append(line);
        }

        return text.ToString();
    }
}
