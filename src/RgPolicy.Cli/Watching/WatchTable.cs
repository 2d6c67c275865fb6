using RgPolicy.Documents.Status;
using Spectre.Console;
using static RgPolicy.Cli.Status.MemberText;

namespace RgPolicy.Cli.Watching;

/// <summary>Queries as a table that fits the terminal: the columns that there is room for, each as wide
/// as it may be.</summary>
/// <param name="width">Cells of a line.</param>
internal sealed class WatchTable(int width)
{
    private const string Mark = ">";
    private const int Gap = 1;

    // In order of importance; what there is no room for is left out.
    private static readonly Column[] All =
    [
        new("pid", 7, query => Text(query.ProcessId), WatchOrder.Pid, IsFigure: true),
        new("running", 9, query => Seconds(query.ElapsedSeconds), WatchOrder.Running, IsFigure: true),
        new("class", 18, query => Text(query.Class) + (query.Provisional == true ? " ?" : ""), WatchOrder.Class),
        new("pool", 13, query => Text(query.Pool), WatchOrder.Pool),
        new("login", 12, query => Text(query.Login), WatchOrder.Login),
        new("database", 12, query => Text(query.Database), WatchOrder.Database),
        new("application", 20, query => Text(query.Application), null),
        new("note", 30, query => Text(query.Note), null),
        new("text", 60, query => Text(query.Statement), null),
    ];

    /// <summary>The table.</summary>
    /// <param name="rows">The queries that there is room for.</param>
    /// <param name="selected">The place of the selected one among them.</param>
    /// <param name="state">Says which column is sorted by.</param>
    public Table Of(IEnumerable<QueryStatus> rows, int selected, WatchState state)
    {
        var columns = Fitting();
        var table = new Table { Border = TableBorder.None };
        table.AddColumn(new TableColumn("") { Width = 1, Padding = new Padding(0, 0) });
        foreach (var column in columns)
        {
            var sign =
                column.Order != state.Order ? ""
                : state.IsReversed ? " ^"
                : " v";
            var header = new TableColumn(Cell(column.Name + sign, column, new Style(decoration: Decoration.Bold)))
            {
                Width = column.Width + Gap,
                Padding = new Padding(0, 0),
                NoWrap = true,
            };
            table.AddColumn(column.IsFigure ? header.RightAligned() : header);
        }

        var index = 0;
        foreach (var query in rows)
        {
            var isSelected = index++ == selected;
            var style = isSelected ? new Style(decoration: Decoration.Invert) : Style.Plain;
            table.AddRow([
                new Text(isSelected ? Mark : "", style),
                .. columns.Select(column => Cell(column.Text(query), column, style)),
            ]);
        }

        return table;
    }

    // A table without a border has no gaps of its own.
    private static Text Cell(string text, Column column, Style style) =>
        new(new string(' ', Gap) + Fitted.Of(text, column.Width), style);

    private List<Column> Fitting()
    {
        List<Column> columns = [];
        var left = width - Mark.Length;
        foreach (var column in All.TakeWhile(column => column.Width + Gap <= left))
        {
            columns.Add(column);
            left -= column.Width + Gap;
        }

        return columns;
    }

    private sealed record Column(
        string Name,
        int Width,
        Func<QueryStatus, string> Text,
        WatchOrder? Order,
        bool IsFigure = false
    );
}
