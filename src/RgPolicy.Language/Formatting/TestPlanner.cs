using RgPolicy.Language.Syntax;

namespace RgPolicy.Language.Formatting;

/// <summary>Policy tests: each part has its line, and moments and the rows of a table have aligned columns.</summary>
internal sealed class TestPlanner(Layout layout, BlockPlanner blocks)
{
    public void Plan(TestSyntax test)
    {
        if (test.Items.IsEmpty || !blocks.IsOpen(test))
            return;

        foreach (var item in test.Items)
            PlanItem(item, LayoutPlanner.Step);

        layout.Break(test.Tokens.LastIndex, 0);
    }

    private void PlanItem(TestItemSyntax item, int indent)
    {
        layout.Break(item.Tokens.FirstIndex, indent, item is TestItemSyntax.Timed ? LineKind.Moment : LineKind.Other);
        if (item is TestItemSyntax.Cases cases)
            PlanTable(cases, indent);
        else if (item is TestItemSyntax.Timed moment)
            PlanMoment(moment, indent);
    }

    // On one line the blocks of neighbouring moments begin below each other.
    private void PlanMoment(TestItemSyntax.Timed moment, int indent)
    {
        var brace = moment.Time.Tokens.LastIndex + 1;
        if (moment.Items.IsEmpty || !blocks.IsOpen(moment))
        {
            layout.Set(brace, Gap.Column);
            foreach (var item in moment.Items.Skip(1))
                layout.Set(item.Tokens.FirstIndex, Gap.Wide);

            return;
        }

        foreach (var item in moment.Items)
            PlanItem(item, indent + LayoutPlanner.Step);

        layout.Break(moment.Tokens.LastIndex, indent);
    }

    private void PlanTable(TestItemSyntax.Cases cases, int outer)
    {
        var indent = outer + LayoutPlanner.Step;
        var header = cases.Signals[0].Tokens.FirstIndex - 1;
        layout.Break(header, indent, LineKind.Row);
        PlanCells(
            [
                .. cases.Signals.Select(signal => signal.Tokens.FirstIndex),
                .. cases.Columns.Select(column => column.Tokens.FirstIndex),
            ],
            cases.Signals.Length
        );
        foreach (var row in cases.Rows)
        {
            layout.Break(row.Tokens.FirstIndex, indent, LineKind.Row);
            PlanCells(
                [
                    .. row.Values.Select(value => value.Tokens.FirstIndex),
                    .. row.Cells.Select(cell => cell.Tokens.FirstIndex),
                ],
                row.Values.Length
            );
        }

        layout.Break(cases.Tokens.LastIndex, outer);
    }

    // Before the first value of the right side stand the arrow and its parenthesis.
    private void PlanCells(int[] firsts, int values)
    {
        for (var place = 1; place < firsts.Length; place++)
            layout.Set(place == values ? firsts[place] - 2 : firsts[place], Gap.Column);
    }
}
