namespace RgPolicy.Cli.Live;

/// <summary>One line that is written over and over: on a terminal only, four times a second at most.</summary>
internal sealed class ProgressLine
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(250);

    private readonly CliContext _context;
    private long _last;
    private int _width;

    public ProgressLine(CliContext context) => _context = context;

    /// <summary>Shows a text; it is only made when it is time to show it.</summary>
    public void Show(Func<string> text)
    {
        if (!_context.IsErrorTerminal || (_width > 0 && _context.Time.GetElapsedTime(_last) < Interval))
            return;

        _last = _context.Time.GetTimestamp();
        var line = text();
        _context.ErrorTerminal.Rewrite(line.PadRight(_width));
        _context.Error.Flush();
        _width = line.Length;
    }

    public void Clear()
    {
        if (_width > 0)
        {
            _context.ErrorTerminal.Rewrite(new string(' ', _width));
            _context.ErrorTerminal.Return();
            _width = 0;
        }
    }
}
