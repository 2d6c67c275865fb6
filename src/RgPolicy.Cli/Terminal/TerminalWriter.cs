using RgPolicy.Host.Text;

namespace RgPolicy.Cli.Terminal;

/// <summary>The one way to standard output and standard error for text. Whatever a command prints may hold text from
/// elsewhere, so here everything that could steer a terminal is written as an escape; colours come through by
/// <see cref="Paint"/> alone. A line is one line: a line end within it is escaped too.</summary>
internal sealed class TerminalWriter(TextWriter unguarded) : TextWriter(CultureInfo.InvariantCulture)
{
    public override Encoding Encoding => unguarded.Encoding;

    /// <summary>For what has escaped every text from elsewhere itself.</summary>
    public TextWriter Unguarded => unguarded;

    /// <summary>The same writer, guarded once.</summary>
    public static TerminalWriter Over(TextWriter writer) => writer as TerminalWriter ?? new TerminalWriter(writer);

    public override void Write(char value) => Write(value.ToString());

    public override void Write(char[] buffer, int index, int count) => Write(new string(buffer, index, count));

    public override void Write(ReadOnlySpan<char> buffer) => Write(buffer.ToString());

    public override void Write(string? value) => unguarded.Write(Paint.Show(SafeText.EscapeLines(value ?? "")));

    public override void WriteLine() => unguarded.WriteLine();

    public override void WriteLine(string? value) => unguarded.WriteLine(Paint.Show(SafeText.Escape(value ?? "")));

    public override void WriteLine(ReadOnlySpan<char> buffer) => WriteLine(buffer.ToString());

    /// <summary>Writes over the line in which the cursor stands.</summary>
    public void Rewrite(string line) => unguarded.Write("\r" + SafeText.Escape(line));

    /// <summary>Moves the cursor to the beginning of its line.</summary>
    public void Return() => unguarded.Write('\r');

    public override void Flush() => unguarded.Flush();

    public override Task FlushAsync() => unguarded.FlushAsync();

    public override Task FlushAsync(CancellationToken cancellationToken) => unguarded.FlushAsync(cancellationToken);
}
