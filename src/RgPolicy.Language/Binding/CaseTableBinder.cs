using System.Collections.Immutable;
using System.Globalization;
using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Binding;

/// <summary>Expands a table of cases: one policy test per row. <c>_</c> leaves a column out of its row.</summary>
internal sealed class CaseTableBinder(BindingScope scope, GivenBinder given)
{
    private const string LeftOut = "_";

    public IEnumerable<PolicyTest> Expand(PolicyTest common, TestItemSyntax.Cases table)
    {
        var signals = table.Signals.Select(scope.Conditions.BindSignal).ToImmutableArray();
        return table.Rows
            .Select((row, index) => Row(common, row, index, signals, table.Columns)).OfType<PolicyTest>().ToList();
    }

    private PolicyTest? Row(
        PolicyTest common,
        CaseRowSyntax row,
        int index,
        ImmutableArray<Signal?> signals,
        ImmutableArray<SyntaxToken> columns)
    {
        if (row.Values.Length != signals.Length || row.Cells.Length != columns.Length)
        {
            scope.Report("RG2002", row, $"A row has as many values as the head of its table: ({signals.Length}) -> ({columns.Length}).");
            return null;
        }

        var name = string.Create(CultureInfo.InvariantCulture, $"{common.Name} (case {index + 1})");
        var test = common with { Name = name, Range = scope.Range(row), Given = common.Given.AddRange(Given(row, signals)) };
        for (var column = 0; column < columns.Length; column++)
        {
            test = Expect(test, columns[column], row.Cells[column]);
        }

        return test;
    }

    private IEnumerable<GivenSignal> Given(CaseRowSyntax row, ImmutableArray<Signal?> signals)
    {
        for (var column = 0; column < signals.Length; column++)
        {
            var value = row.Values[column];
            if (value.Text != LeftOut && signals[column] is { } signal && given.Bind(signal, value) is { } bound)
            {
                yield return bound;
            }
        }
    }

    private PolicyTest Expect(PolicyTest test, SyntaxToken column, NameSyntax cell)
    {
        var text = cell.Text;
        if (text == LeftOut)
        {
            return test;
        }

        if (column.Is("line"))
        {
            return test with { ExpectedLine = Line(cell) };
        }

        if (column.Is("pool"))
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

    private int? Line(NameSyntax cell)
    {
        if (int.TryParse(cell.Text, NumberStyles.None, CultureInfo.InvariantCulture, out var line))
        {
            return line;
        }

        scope.Report("RG2002", cell, "A line is a whole number.");
        return null;
    }
}
