using RgPolicy.Host.Text;
using Spectre.Console;

namespace RgPolicy.Cli.Shell;

/// <summary>A table: drawn on a terminal, plain aligned lines in a pipe.</summary>
internal sealed record TextTable(ImmutableArray<string> Headers)
{
    private const string Gap = "  ";

    private readonly List<ImmutableArray<string>> _rows = [];

    /// <summary>Columns of figures, by index: aligned to the right.</summary>
    public ImmutableArray<int> Figures { get; init; } = [];

    /// <summary>Adds a row with one text per column, escaped.</summary>
    public void Add(params string[] cells) => _rows.Add([.. cells.Select(SafeText.Escape)]);

    public void Write(CliContext context)
    {
        if (context.IsOutputTerminal)
            Draw(context);
        else
            WritePlain(context.Output);
    }

    private void Draw(CliContext context)
    {
        var table = new Table { Border = TableBorder.Rounded };
        for (var column = 0; column < Headers.Length; column++)
        {
            var header = new TableColumn(Markup.Escape(Headers[column]));
            table.AddColumn(Figures.Contains(column) ? header.RightAligned() : header);
        }

        foreach (var row in _rows)
            table.AddRow([.. row.Select(Markup.Escape)]);

        AnsiConsole
            .Create(
                new AnsiConsoleSettings
                {
                    Ansi = context.UsesColour ? AnsiSupport.Yes : AnsiSupport.No,
                    ColorSystem = context.UsesColour ? ColorSystemSupport.Standard : ColorSystemSupport.NoColors,
                    Interactive = InteractionSupport.No,
                    Out = new AnsiConsoleOutput(context.UnguardedOutput),
                }
            )
            .Write(table);
    }

    private void WritePlain(TextWriter output)
    {
        var widths = Headers.Select(
            (header, column) => _rows.Select(row => row[column].Length).Append(header.Length).Max()
        );
        var columns = widths.ToImmutableArray();
        foreach (var row in _rows.Prepend(Headers))
        {
            output.WriteLine(
                string.Join(Gap, row.Select((cell, column) => Pad(cell, column, columns[column]))).TrimEnd()
            );
        }
    }

    private string Pad(string cell, int column, int width) =>
        Figures.Contains(column) ? cell.PadLeft(width) : cell.PadRight(width);
}
