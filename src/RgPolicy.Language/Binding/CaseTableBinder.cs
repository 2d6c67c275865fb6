using System.Collections.Immutable;
using System.Globalization;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;
using static RgPolicy.Language.Parsing.Generated.RgPolicyParser;

namespace RgPolicy.Language.Binding;

/// <summary>Expands a table of cases: one policy test per row. <c>_</c> leaves a column out of its row.</summary>
internal sealed class CaseTableBinder(BindingScope scope, GivenBinder given)
{
    private const string LeftOut = "_";

    public IEnumerable<PolicyTest> Expand(PolicyTest common, CasesItemContext table)
    {
        var signals = table.caseHeader().signal().Select(scope.Conditions.BindSignal).ToImmutableArray();
        var columns = table.caseHeader().caseColumn();
        return table.caseRow().Select((row, index) => Row(common, row, index, signals, columns)).OfType<PolicyTest>().ToList();
    }

    private PolicyTest? Row(
        PolicyTest common, CaseRowContext row, int index, ImmutableArray<Signal?> signals, CaseColumnContext[] columns)
    {
        if (row.expression().Length != signals.Length || row.caseCell().Length != columns.Length)
        {
            scope.Report("RG2002", row, $"A row has as many values as the head of its table: ({signals.Length}) -> ({columns.Length}).");
            return null;
        }

        var name = string.Create(CultureInfo.InvariantCulture, $"{common.Name} (case {index + 1})");
        var test = common with { Name = name, Range = scope.Range(row), Given = common.Given.AddRange(Given(row, signals)) };
        for (var column = 0; column < columns.Length; column++)
        {
            test = Expect(test, columns[column], row.caseCell(column));
        }

        return test;
    }

    private IEnumerable<GivenSignal> Given(CaseRowContext row, ImmutableArray<Signal?> signals)
    {
        for (var column = 0; column < signals.Length; column++)
        {
            var value = row.expression(column);
            if (value.GetText() != LeftOut && signals[column] is { } signal && given.Bind(signal, value) is { } bound)
            {
                yield return bound;
            }
        }
    }

    private PolicyTest Expect(PolicyTest test, CaseColumnContext column, CaseCellContext cell)
    {
        var text = cell.GetText();
        if (text == LeftOut)
        {
            return test;
        }

        if (column.LINE() is not null)
        {
            return test with { ExpectedLine = Line(cell) };
        }

        if (column.POOL() is not null)
        {
            scope.Pools.Resolve(cell);
            return test with { ExpectedPool = text };
        }

        if (text != "default")
        {
            scope.Classes.Resolve(cell);
        }

        return test with { ExpectedClass = text };
    }

    private int? Line(CaseCellContext cell)
    {
        if (int.TryParse(cell.GetText(), NumberStyles.None, CultureInfo.InvariantCulture, out var line))
        {
            return line;
        }

        scope.Report("RG2002", cell, "A line is a whole number.");
        return null;
    }
}
