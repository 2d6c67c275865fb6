using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Formatting;

/// <summary>Policy tests: each part has its line, and a table of cases has aligned columns.</summary>
internal sealed class TestPlanner(Layout layout, BlockPlanner blocks)
{
    public void Plan(TestSyntax test)
    {
        if (test.Items.IsEmpty || !blocks.IsOpen(test))
        {
            return;
        }

        foreach (var item in test.Items)
        {
            layout.Break(item.Tokens.FirstIndex, LayoutPlanner.Step);
            if (item is TestItemSyntax.Cases cases)
            {
                PlanTable(cases);
            }
        }

        layout.Break(test.Tokens.LastIndex, 0);
    }

    private void PlanTable(TestItemSyntax.Cases cases)
    {
        const int Indent = 2 * LayoutPlanner.Step;
        var header = cases.Signals[0].Tokens.FirstIndex - 1;
        layout.Break(header, Indent, LineKind.Row);
        PlanCells([.. cases.Signals.Select(signal => signal.Tokens.FirstIndex), .. cases.Columns.Select(column => column.Index)], cases.Signals.Length);
        foreach (var row in cases.Rows)
        {
            layout.Break(row.Tokens.FirstIndex, Indent, LineKind.Row);
            PlanCells([.. row.Values.Select(value => value.Tokens.FirstIndex), .. row.Cells.Select(cell => cell.Tokens.FirstIndex)], row.Values.Length);
        }

        layout.Break(cases.Tokens.LastIndex, LayoutPlanner.Step);
    }

    // Before the first value of the right side stand the arrow and its parenthesis.
    private void PlanCells(int[] firsts, int values)
    {
        for (var place = 1; place < firsts.Length; place++)
        {
            layout.Set(place == values ? firsts[place] - 2 : firsts[place], Gap.Column);
        }
    }
}
