using RgPolicy.Plans.Documents;

namespace RgPolicy.Plans.Texts;

/// <summary>One plan as MySQL's EXPLAIN FORMAT=TREE and EXPLAIN ANALYZE print it: an arrow and four blanks for each level,
/// headings above inputs that are more than an input.</summary>
internal sealed class MySqlText : IDisposable
{
    private const string Arrow = "-> ";
    private const int Level = 4;

    private readonly PlanWriter _writer = new("inputs");
    private bool? _hasCosts;
    private bool? _hasActuals;
    private (string Line, int Column)? _heading;
    private bool _isDamaged;

    /// <summary>True for a text with arrows as MySQL writes them, and nothing that only a PostgreSQL prints.</summary>
    public static bool IsIn(string text) =>
        text.Contains(Arrow, StringComparison.Ordinal)
        && !text.Contains("->  ", StringComparison.Ordinal)
        && !text.Contains(" width=", StringComparison.Ordinal);

    /// <summary>The plans of a text, in order.</summary>
    public static List<TextPlan> Plans(string text)
    {
        // The client prints a line break as two signs when it writes to a file.
        var plain = text.Contains("\\n    ", StringComparison.Ordinal)
            ? text.Replace("\\n", "\n", StringComparison.Ordinal)
            : text;
        var lines = TextLines.Of(plain);
        var plans = new List<TextPlan>();
        for (var i = 0; i < lines.Length; i++)
        {
            var at = lines[i].IndexOf(Arrow, StringComparison.Ordinal);
            if (
                at >= 0
                && TextLines.IsLead(lines[i].AsSpan(0, at))
                && MySqlOperator.Of(lines[i][(at + Arrow.Length)..]) is not null
            )
            {
                RemoveLead(lines, i, lines[i][..at]);
                plans.Add(Read(lines, ref i, lines[i].IndexOf(Arrow, StringComparison.Ordinal)));
            }
        }

        return plans;
    }

    public void Dispose() => _writer.Dispose();

    /// <summary>What stands in front of each line is no client's frame.</summary>
    private static void RemoveLead(string[] lines, int first, string lead)
    {
        if (string.IsNullOrWhiteSpace(lead) || !Next(lines, first).StartsWith(lead, StringComparison.Ordinal))
            return;
        for (var i = first; i < lines.Length && lines[i].StartsWith(lead, StringComparison.Ordinal); i++)
            lines[i] = lines[i][lead.Length..];
    }

    private static TextPlan Read(string[] lines, ref int at, int arrow)
    {
        var first = at;
        // A client's frame stands in front of the first line alone; an indented plan begins further right.
        var isBlank = string.IsNullOrWhiteSpace(lines[first][..arrow]);
        var start = isBlank && (arrow >= Level || Column(Next(lines, first)) >= arrow + Level) ? arrow : 0;
        // What stands further right is the inside of a plan, and so is what stands below the rest of an operator.
        var isInside = isBlank && (arrow > Level || (arrow > 0 && first > 0 && EndsOperator(lines[first - 1])));
        using var plan = new MySqlText { _isDamaged = isInside };
        for (var column = 0; ; at++)
        {
            var text = Whole(lines, ref at, out var isOpen);
            plan.Take(column, text[(text.IndexOf(Arrow, StringComparison.Ordinal) + Arrow.Length)..], isOpen);
            var next = Next(lines, at);
            column = Column(next) - start;
            if (Column(next) < 0 || (column <= 0 && !MySqlOperator.IsHeading(next.TrimStart()[Arrow.Length..])))
                break;
        }

        var json = plan.Finish();
        return new(json, json is null ? PlanProblems.CutText(first + 1, arrow + 1) : null, null);
    }

    /// <summary>True for the rest of an operator's line, and for a heading.</summary>
    private static bool EndsOperator(string line) =>
        line.IndexOf(Arrow, StringComparison.Ordinal) is >= 0 and var arrow
            ? MySqlOperator.IsHeading(line[(arrow + Arrow.Length)..])
            : line.Contains("(cost=", StringComparison.Ordinal)
                || line.Contains("(subquery in ", StringComparison.Ordinal)
                || MySqlOperator.HasActuals(line)
                || line.AsSpan().Count(')') > line.AsSpan().Count('(');

    /// <summary>A line with those that a literal in it goes on in.</summary>
    private static string Whole(string[] lines, ref int at, out bool isOpen)
    {
        var text = new StringBuilder(lines[at]);
        var brackets = new OpenBrackets(hasBackslashes: true);
        brackets.Take(lines[at]);
        while (brackets.IsOpen && Next(lines, at).Length > 0 && Column(lines[at + 1]) < 0)
        {
            text.Append('\n').Append(lines[++at]);
            brackets.Take(lines[at]);
        }

        isOpen = brackets.IsOpen;
        return text.ToString();
    }

    private static string Next(string[] lines, int at) => at + 1 < lines.Length ? lines[at + 1] : "";

    /// <summary>Where a line's arrow stands, or nowhere.</summary>
    private static int Column(string line)
    {
        var rest = line.AsSpan().TrimStart();
        return rest.StartsWith(Arrow, StringComparison.Ordinal) ? line.Length - rest.Length : -1;
    }

    private void Take(int column, string line, bool isOpen)
    {
        _isDamaged |= isOpen;
        _hasCosts ??= MySqlOperator.HasCosts(line);
        _hasActuals ??= MySqlOperator.HasActuals(line);
        if (!MySqlOperator.IsHeading(line))
        {
            Begin(column, line);
            return;
        }

        // Sub-queries of the columns stand beside the operator that they belong to.
        var isBeside = line.Contains("subquery in projection", StringComparison.Ordinal);
        CloseTo(isBeside ? column + 1 : column);
        _heading = (line, column);
    }

    private void Begin(int column, string line)
    {
        CloseTo(column);
        var known = MySqlOperator.Of(line) ?? MySqlOperator.Unknown;
        _isDamaged |= known == MySqlOperator.Unknown && !MySqlOperator.HasCosts(line);
        _isDamaged |=
            (_hasActuals == true && !MySqlOperator.HasActuals(line)) || _writer.Depth > JsonTape.MaximumDepth / 4;
        _isDamaged |= column != ((_heading?.Column ?? _writer.Top?.Column) + Level ?? 0);
        if (_isDamaged)
            return;
        var heading = _heading?.Line ?? "";
        var isSubquery = heading.StartsWith("Select #", StringComparison.Ordinal);
        if (_writer.Top is { } parent && !isSubquery)
            parent.Inputs++;
        var each = new TextOperator(column, known.Access, MySqlOperator.HasCosts(line) ? 1 : null)
        {
            Needed = MySqlOperator.Needed(known, line),
        };
        _writer.Begin(each, "query_plan");
        MySqlOperator.Write(known, line, _writer);
        if (isSubquery)
        {
            _writer.True("subquery");
            if (heading.Contains("dependent", StringComparison.Ordinal))
                _writer.True("dependent");
        }

        _heading = null;
    }

    private byte[]? Finish()
    {
        _isDamaged |= _heading is not null;
        CloseTo(-1);
        return _isDamaged ? null : _writer.Finish();
    }

    private void CloseTo(int column)
    {
        while (_writer.Top is { } top && top.Column >= column)
        {
            _writer.EndInputs();
            _writer.End();
            _isDamaged |= top.Inputs < top.Needed;
            // Whoever reads a table has a cost where the whole plan has one.
            _isDamaged |= _hasCosts == true && top is { AllInputs: 0, Rows: null, Type: "table" or "index" };
        }
    }
}

/// <summary>What a server's expression has opened and not closed yet: brackets, literals, quoted names. A literal may
/// hold line breaks, so a text is taken line by line.</summary>
/// <param name="hasBackslashes">True where a backslash in a literal takes its meaning from the next sign.</param>
internal struct OpenBrackets(bool hasBackslashes)
{
    private int _depth;
    private char _quote;

    public readonly bool IsOpen => _quote != '\0' || _depth > 0;

    public void Take(ReadOnlySpan<char> line)
    {
        for (var i = 0; i < line.Length; i++)
        {
            var sign = line[i];
            if (_quote != '\0')
            {
                i += hasBackslashes && sign == '\\' ? 1 : 0;
                _quote = sign == _quote ? '\0' : _quote;
            }
            else if (sign is '\'' or '"' || (hasBackslashes && sign == '`'))
                _quote = sign;
            else if (sign is '(' or ')')
                _depth += sign == '(' ? 1 : -1;
        }
    }
}
