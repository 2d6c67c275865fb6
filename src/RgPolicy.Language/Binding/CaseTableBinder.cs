using RgPolicy.Language.Model;
using RgPolicy.Language.Signals;
using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Binding;

/// <summary>Expands a table of cases: one policy test per row. <c>_</c> leaves a column out of its row, and <c>no</c>
/// in a rule's column says that no step holds.</summary>
internal sealed class CaseTableBinder(BindingScope scope, GivenBinder given, ExpectationBinder expectations)
{
    private const string LeftOut = "_";
    private const string None = "no";

    public IEnumerable<PolicyTest> Expand(PolicyTest common, TestItemSyntax.Cases table, SeenParts seen)
    {
        var signals = table.Signals.Select(syntax => New(syntax, seen)).ToImmutableArray();
        return table
            .Rows.Select((row, index) => Row(common, row, index, signals, table.Columns))
            .OfType<PolicyTest>()
            .ToList();
    }

    private Signal? New(SignalSyntax syntax, SeenParts seen) =>
        scope.Conditions.BindSignal(syntax) is { } signal && seen.Add(signal.Name, syntax) ? signal : null;

    private PolicyTest? Row(
        PolicyTest common,
        CaseRowSyntax row,
        int index,
        ImmutableArray<Signal?> signals,
        ImmutableArray<CaseColumnSyntax> columns
    )
    {
        if (row.Values.Length != signals.Length || row.Cells.Length != columns.Length)
        {
            scope.Report(
                "RG2002",
                row,
                $"A row has as many values as the head of its table: ({signals.Length}) -> ({columns.Length})."
            );
            return null;
        }

        var name = string.Create(CultureInfo.InvariantCulture, $"{common.Name} (case {index + 1})");
        var test = common with
        {
            Name = name,
            Range = scope.Range(row),
            Given = common.Given.AddRange(Given(row, signals)),
        };
        var expected = columns
            .Zip(row.Cells)
            .Where(pair => pair.Second.Text != LeftOut)
            .Select(pair => Expect(pair.First, pair.Second));
        test = test with { Expected = test.Expected.AddRange(expected.OfType<TestExpectation>()) };
        if (test.Expected.IsEmpty && row.Cells.All(cell => cell.Text == LeftOut))
        {
            scope.Report(
                "RG2009",
                row,
                "This case expects nothing, so it always passes: write what comes out, or remove it."
            );
        }

        return test;
    }

    private IEnumerable<GivenSignal> Given(CaseRowSyntax row, ImmutableArray<Signal?> signals)
    {
        for (var column = 0; column < signals.Length; column++)
        {
            var value = row.Values[column];
            if (value.Text != LeftOut && signals[column] is { } signal && given.Bind(signal, value) is { } bound)
                yield return bound;
        }
    }

    private TestExpectation? Expect(CaseColumnSyntax column, NameSyntax cell) =>
        (column.Word.Text, column.Rule) switch
        {
            ("line", _) => expectations.Line(cell, cell.Text),
            ("pool", _) => expectations.Pool(cell),
            ("rule", { } rule) when cell.Text == None => expectations.NoRule(rule),
            ("rule", { } rule) => expectations.Rule(rule, cell, cell.Text),
            _ => expectations.Class(cell, isProvisional: false),
        };
}
