using System.Text.RegularExpressions;

namespace RgPolicy.Testing.SqlServer.Pages;

/// <summary>The DBA's guide: its policies and statements, and what it shows of commands.</summary>
internal static partial class SqlServerPage
{
    /// <summary>What the page calls the server.</summary>
    public const string Address = "sqlserver://dba@sql01";

    private static readonly string Text = File.ReadAllText(
            Path.Combine(Root(AppContext.BaseDirectory), "docs", "reference", "sql-server.md")
        )
        .ReplaceLineEndings("\n");

    /// <summary>The fenced blocks of a language, in the page's order.</summary>
    public static IReadOnlyList<string> Blocks(string language) =>
        [.. Text.Split($"```{language}\n")[1..].Select(each => each[..each.IndexOf("```", StringComparison.Ordinal)])];

    /// <summary>The commands that stand in lines of their own, without what they print.</summary>
    public static IReadOnlyList<string> Indented(string part) =>
        [
            .. Text.Split('\n')
                .Where(line => line.StartsWith("    rgp ", StringComparison.Ordinal))
                .Select(line => line.Trim())
                .Where(line => line.Contains(part, StringComparison.Ordinal)),
        ];

    /// <summary>The one policy that holds a text.</summary>
    public static string Policy(string part) =>
        Blocks("rgp").Single(each => each.Contains(part, StringComparison.Ordinal));

    /// <summary>The first line that the page shows of a command and that was not printed after the ones before it; null
    /// when all were. "..." stands for lines left out; the first line names the server, which is another one in a
    /// test.</summary>
    /// <param name="command">As the page has it.</param>
    /// <param name="output">What was printed.</param>
    /// <param name="occasion">Which of several on the page, from 1.</param>
    /// <param name="isEachNumberAny">Any number may stand where one is shown, and any width of blanks; else all counts
    /// as it is.</param>
    /// <param name="beginnings">How the lines begin that are compared; without any, all are.</param>
    public static string? Missing(
        string command,
        string output,
        int occasion = 1,
        bool isEachNumberAny = false,
        params string[] beginnings
    )
    {
        var printed = new Queue<string>(output.Split('\n').Select(line => Compared(line, isEachNumberAny)));
        var shown = Shown(command, occasion)
            .Where(line =>
                beginnings.Length == 0 || beginnings.Any(each => line.StartsWith(each, StringComparison.Ordinal))
            );
        foreach (var line in shown)
        {
            var isFound = false;
            while (!isFound && printed.TryDequeue(out var next))
                isFound = string.Equals(next, Compared(line, isEachNumberAny), StringComparison.Ordinal);
            if (!isFound)
                return line;
        }

        return null;
    }

    private static List<string> Shown(string command, int occasion)
    {
        var block = Blocks("console")
            .Where(each => each.Contains($"$ {command}\n", StringComparison.Ordinal))
            .ElementAt(occasion - 1);
        var lines = block.Split('\n');
        var shown = lines[(Array.IndexOf(lines, "$ " + command) + 1)..]
            .TakeWhile(line => !line.StartsWith("$ ", StringComparison.Ordinal))
            .Select(line => line.TrimEnd())
            .Where(line => line is not ("" or "...") && !line.StartsWith("target ", StringComparison.Ordinal))
            .ToList();
        return shown.Count > 0 ? shown : throw new InvalidDataException($"the page shows nothing of {command}");
    }

    private static string Compared(string line, bool isEachNumberAny) =>
        isEachNumberAny ? Blanks().Replace(Numbers().Replace(line.TrimEnd(), "0"), " ") : line.TrimEnd();

    private static string Root(string folder) =>
        File.Exists(Path.Combine(folder, "RgPolicy.sln"))
            ? folder
            : Root(
                Path.GetDirectoryName(folder)
                    ?? throw new DirectoryNotFoundException("RgPolicy.sln is in no folder above the tests")
            );

    [GeneratedRegex(@"0x[0-9A-F]+|\d+(?:[.:]\d+)*(?: (?:B|KiB|MiB|GiB)\b)?", RegexOptions.CultureInvariant, 1000)]
    private static partial Regex Numbers();

    [GeneratedRegex(" +", RegexOptions.CultureInvariant, 1000)]
    private static partial Regex Blanks();
}
