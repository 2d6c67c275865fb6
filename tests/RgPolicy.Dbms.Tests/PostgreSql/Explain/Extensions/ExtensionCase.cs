using System.Reflection;

namespace RgPolicy.Dbms.Tests.PostgreSql.Explain.Extensions;

/// <summary>One extension of <c>extensions.txt</c>.</summary>
/// <param name="Names">Its name, after those that it needs.</param>
/// <param name="Setup">Made beforehand.</param>
/// <param name="Planned">Statements that have a plan.</param>
/// <param name="Refused">Statements that have none, and a part of the reason.</param>
internal sealed record ExtensionCase(
    IReadOnlyList<string> Names,
    IReadOnlyList<string> Setup,
    IReadOnlyList<string> Planned,
    IReadOnlyList<(string Text, string Reason)> Refused
)
{
    public static IReadOnlyList<ExtensionCase> All { get; } = [.. Read()];

    public string Name => Names[^1];

    private static IEnumerable<ExtensionCase> Read()
    {
        using var stream = Assembly.GetExecutingAssembly().GetManifestResourceStream("extensions.txt")!;
        using var reader = new StreamReader(stream);
        var blocks = reader
            .ReadToEnd()
            .ReplaceLineEndings("\n")
            .Split("\n\n", StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        return blocks.Where(block => block[0] != '#').Select(block => Of(block.Split('\n')));
    }

    private static ExtensionCase Of(string[] lines)
    {
        var names = lines[0].Split('+', StringSplitOptions.TrimEntries).Reverse().ToList();
        string[] Texts(string kind) =>
            [
                .. lines
                    .Skip(1)
                    .Where(line => line.StartsWith(kind, StringComparison.Ordinal))
                    .Select(line => line[5..].Trim()),
            ];
        var refused = Texts("none").Select(line => line.Split(" | ")).Select(parts => (parts[0], parts[1]));
        return new(names, Texts("do"), Texts("plan"), [.. refused]);
    }
}
