using System.Collections.Frozen;
using RgPolicy.Plans.Documents;

namespace RgPolicy.Plans.Texts;

/// <summary>
/// One plan as PostgreSQL's EXPLAIN prints it in text, line by line: an arrow begins an operator, what stands further
/// right belongs to it. A text has no closing signs; that a plan is whole shows in the inputs that its operators need,
/// in the sub-plans that they name, and in the lines that a client has counted.
/// </summary>
internal sealed class PostgresText : IDisposable
{
    private const string Arrow = "->";

    // The server has two blanks in front of what belongs to the first operator.
    private const int FurthestBelowFirst = 5;

    private static readonly FrozenSet<string> OnTwo = Names(
        "Hash Join|Merge Join|Nested Loop|Recursive Union|BitmapAnd|BitmapOr"
    );

    private static readonly FrozenSet<string> OnOne = Names(
        "Aggregate|Append|Bitmap Heap Scan|Gather|Gather Merge|Group|Hash|Incremental Sort|Limit|LockRows|Materialize"
            + "|Memoize|Merge Append|ModifyTable|ProjectSet|SetOp|Sort|Subquery Scan|Unique|WindowAgg"
    );

    private readonly PlanWriter _writer = new("Plans");
    private readonly HashSet<string> _subPlans = new(StringComparer.Ordinal);
    private readonly HashSet<string> _named = new(StringComparer.Ordinal);
    private readonly bool _hasCosts;
    private readonly bool _isMeasured;
    private bool _hasBuffers;
    private (int Column, string Line)? _label;
    private (string Name, StringBuilder Text, OpenBrackets Brackets)? _open;
    private bool _isBelow;
    private bool _hasLines;

    public PostgresText(string root, string? statement)
    {
        if (statement is not null)
            _writer.Text("Query Text", statement);
        _hasCosts = root.Contains("(cost=", StringComparison.Ordinal);
        _isMeasured = root.Contains("(actual ", StringComparison.Ordinal);
        Begin(-1, root);
    }

    /// <summary>True where the plan is not whole.</summary>
    public bool IsDamaged { get; private set; }

    /// <summary>Takes the next line.</summary>
    /// <returns>False where it is no part of the plan.</returns>
    public bool Take(int column, string line)
    {
        if (_open is { } open)
            return Continue(open.Name, open.Text, open.Brackets, line);
        // What stands further right than that belongs to an operator whose arrow is missing.
        IsDamaged |= !_hasLines && column > FurthestBelowFirst;
        _hasLines = true;
        if (line.StartsWith(Arrow, StringComparison.Ordinal))
        {
            IsDamaged |= column == 0 || _isBelow;
            Begin(column, line[Arrow.Length..].TrimStart());
            return true;
        }

        var name = PostgresProperties.NameOf(line);
        if (column == 0 || _isBelow)
            return TakeBelow(column, line, name);
        if (name is null)
        {
            if (IsLabel(line))
                _label = (column, line);
            return true;
        }

        var brackets = new OpenBrackets(hasBackslashes: false);
        if (PostgresProperties.IsExpression(name))
            brackets.Take(line);
        if (brackets.IsOpen)
            _open = (name, new(line), brackets);
        else
            Property(column, line, name);
        return true;
    }

    /// <summary>The plan as a document in JSON.</summary>
    public byte[]? Finish()
    {
        IsDamaged |= _open is not null || _label is not null;
        CloseTo(-2);
        IsDamaged |= !_named.IsSubsetOf(_subPlans);
        return IsDamaged ? null : _writer.Finish();
    }

    public void Dispose() => _writer.Dispose();

    private static FrozenSet<string> Names(string names) => names.Split('|').ToFrozenSet(StringComparer.Ordinal);

    /// <summary>A literal in an expression may hold line breaks.</summary>
    private bool Continue(string name, StringBuilder text, OpenBrackets brackets, string line)
    {
        if (line.StartsWith(Arrow, StringComparison.Ordinal) && PostgresLine.RootIn(line, needsFigures: true) >= 0)
        {
            IsDamaged = true;
            _open = null;
            return Take(1, line);
        }

        brackets.Take(line);
        text.Append('\n').Append(line);
        _open = brackets.IsOpen ? (name, text, brackets) : null;
        if (_open is null)
            Property(int.MaxValue, text.ToString(), name);
        return true;
    }

    /// <summary>Lines below the whole plan.</summary>
    private bool TakeBelow(int column, string line, string? name)
    {
        if (name is null && !line.StartsWith("Trigger ", StringComparison.Ordinal))
            return column > 0;
        if (!_isBelow)
            CloseTo(-2);
        _isBelow = true;
        if (name == "Settings")
            PostgresProperties.WriteSettings(line, _writer);
        else if (name == "Query Identifier")
            PostgresProperties.Write(line, name, _writer);
        return true;
    }

    private void Property(int column, string line, string name)
    {
        if (_writer.Top is not { } top)
            return;
        // Properties stand in front of the inputs: one further left tells that the indentation is not the server's.
        IsDamaged |= column <= top.Column || top.AllInputs > 0;
        Mention(line);
        var isWorker = name.StartsWith("Worker ", StringComparison.Ordinal);
        if (isWorker)
            top.WorkerColumn = column;
        if (isWorker || column > top.WorkerColumn)
        {
            PostgresProperties.WriteWorker(isWorker ? line[(name.Length + 1)..] : line, _writer);
            return;
        }

        top.WorkerColumn = null;
        top.IsPruned |= name == "Subplans Removed";
        _hasBuffers |= top.HasBuffers |= name == "Buffers";
        PostgresProperties.Write(line, name, _writer);
    }

    /// <summary>Notes sub-plans that an expression names, or the first place for what one of them finds: each of them
    /// has to be there.</summary>
    private void Mention(string line)
    {
        foreach (var word in (ReadOnlySpan<string>)["SubPlan ", "InitPlan ", "$"])
        {
            for (var at = line.IndexOf(word, StringComparison.Ordinal); at >= 0; )
            {
                var end = at + word.Length;
                while (end < line.Length && char.IsAsciiDigit(line[end]))
                    end++;
                // Places with a higher number may be the statement's own parameters.
                if (end > at + word.Length && (word != "$" || line[at..end] == "$0"))
                    _named.Add(line[at..end]);
                at = line.IndexOf(word, end, StringComparison.Ordinal);
            }
        }
    }

    private void Begin(int column, string line)
    {
        IsDamaged |= !PostgresLine.TryRead(line, out var figures);
        IsDamaged |= (_hasCosts && figures.Cost is null) || (_isMeasured && figures.Loops is null);
        var label = _label;
        _label = null;
        CloseTo(Math.Min(column, label?.Column ?? column));
        // The writer of JSON takes no more levels than its reader.
        IsDamaged |= _writer.Depth > JsonTape.MaximumDepth / 4;
        if (IsDamaged)
            return;
        var parent = _writer.Top;
        var type = PostgresOperator.TypeOf(figures.Name);
        var each = new TextOperator(column, type, figures.Rows)
        {
            // A row out of nothing costs nothing before it: what costs is a sub-plan.
            NeedsAny = type == "Result" && figures.Startup > 0,
        };
        if (PostgresOperator.CteOf(figures.Name) is { } cte)
            _named.Add("CTE " + cte);
        _writer.Begin(each, "Plan");
        PostgresOperator.Write(figures.Name, _writer);
        if (parent is not null)
            _writer.Text("Parent Relationship", Relationship(parent, each, label?.Line));
        if (label is { Line: var name })
        {
            _writer.Text("Subplan Name", name);
            _subPlans.Add(
                name.Split(' ') is ["SubPlan" or "InitPlan", var number, ..] ? $"{name.Split(' ')[0]} {number}" : name
            );
            if (name.Contains("$0", StringComparison.Ordinal))
                _subPlans.Add("$0");
        }

        Write(figures);
    }

    private void Write(PostgresLine figures)
    {
        if (figures is { Startup: { } startup, Cost: { } cost, Rows: { } rows, Width: { } width })
        {
            _writer.Number("Startup Cost", startup);
            _writer.Number("Total Cost", cost);
            _writer.Number("Plan Rows", rows);
            _writer.Number("Plan Width", width);
        }

        if (figures is { ActualRows: { } actual, Loops: { } loops })
        {
            _writer.Number("Actual Rows", actual);
            _writer.Number("Actual Loops", loops);
        }
    }

    private static string Relationship(TextOperator parent, TextOperator input, string? label)
    {
        if (label is not null)
            return label.StartsWith("SubPlan", StringComparison.Ordinal) ? "SubPlan" : "InitPlan";
        parent.InputRows += input.Rows ?? 0;
        parent.Inputs++;
        return parent.Type switch
        {
            "Append" or "Merge Append" or "BitmapAnd" or "BitmapOr" => "Member",
            "Subquery Scan" => "Subquery",
            "Custom Scan" or "ModifyTable" => "Outer",
            _ => parent.Inputs == 1 ? "Outer" : "Inner",
        };
    }

    /// <summary>Ends the operators that stand no further left than a column.</summary>
    private void CloseTo(int column)
    {
        while (_writer.Top is { } top && top.Column >= column)
        {
            _writer.EndInputs();
            // Of operators that touched no page nothing is printed.
            if (_hasBuffers && !top.HasBuffers)
                _writer.Number("Shared Hit Blocks", 0);
            _writer.End();
            IsDamaged |= top.Inputs < Needed(top) || (top.NeedsAny && top.AllInputs == 0);
            // What an Append is expected to deliver is the sum of its inputs, each rounded.
            IsDamaged |=
                top is { Type: "Append" or "Merge Append", IsPruned: false }
                && top.Rows > (top.InputRows * 1.001) + top.Inputs;
        }
    }

    /// <summary>Inputs without which the server prints no such operator.</summary>
    private static int Needed(TextOperator each) =>
        OnTwo.Contains(each.Type) ? 2
        : OnOne.Contains(each.Type) && !each.IsPruned ? 1
        : 0;

    private static bool IsLabel(string line) =>
        line.StartsWith("InitPlan ", StringComparison.Ordinal)
        || line.StartsWith("SubPlan ", StringComparison.Ordinal)
        || line.StartsWith("CTE ", StringComparison.Ordinal);
}
