namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>
/// What in a batch sqlcmd takes for its own, within quotes and comments too: its variables anywhere, and what begins a
/// line. Names and definitions that others wrote may hold it.
/// </summary>
internal static class SqlcmdCheck
{
    private const string Variable = "$(";
    private const string EndOfBatch = "GO";

    private static readonly string[] Commands = [":", "!!"];
    private static readonly char[] LineEnds = ['\n', '\r'];
    private static readonly char[] HowOften = [.. "0123456789 \t;"];

    /// <summary>Why sqlcmd cannot be given the batch; null where it can.</summary>
    public static string? Problem(string batch) =>
        batch.Contains(Variable, StringComparison.Ordinal)
            ? $"sqlcmd would take `{Variable}` in a statement for one of its variables: carry the plan out with rgp apply"
        : batch.Split(LineEnds).FirstOrDefault(IsCommand) is { } line
            ? $"sqlcmd would take the line `{line.Trim()}` within a text for a command: carry the plan out with rgp apply"
        : null;

    private static bool IsCommand(string line)
    {
        var text = line.Trim();
        return Commands.Any(command => text.StartsWith(command, StringComparison.Ordinal)) || IsEnd(text);
    }

    private static bool IsEnd(string text) =>
        text.StartsWith(EndOfBatch, StringComparison.OrdinalIgnoreCase)
        && text[EndOfBatch.Length..].Trim(HowOften).Length == 0;
}
