using System.CommandLine;
using System.CommandLine.Parsing;
using System.Text.RegularExpressions;
using RgPolicy.Cli.Commands;

namespace RgPolicy.Cli.Tests.Docs;

/// <summary>What the pages tell people to type is understood: each `rgp` in a block of commands as it stands, each one
/// named within a sentence as far as its command and its options go.</summary>
public sealed partial class DocumentCommandTests
{
    private static readonly RootCommand Root = RootCommandFactory.Create(CliRun.Context(Stream.Null));

    public static TheoryData<string> Pages => [.. PagesOfCommands];

    private static IEnumerable<string> PagesOfCommands =>
        Directory
            .GetFiles(Path.Combine(RepositoryRoot.Path, "docs"), "*.md", SearchOption.AllDirectories)
            .Select(page => Path.GetRelativePath(RepositoryRoot.Path, page).Replace('\\', '/'))
            .Order(StringComparer.Ordinal)
            .Prepend("README.md");

    [Theory]
    [MemberData(nameof(Pages))]
    public void Page_CommandsOfItsBlocks_AreUnderstood(string page) =>
        AssertNone(
            from block in Block().Matches(Text(page))
            where block.Groups["language"].Value is "sh" or "console" or "powershell"
            from typed in Typed().Matches(Joined().Replace(block.Groups["text"].Value, " "))
            where block.Groups["language"].Value != "console" || typed.Value.TrimStart().StartsWith('$')
            let words = Words(typed.Groups["words"].Value)
            where words.Length > 0
            let result = Root.Parse(words)
            from problem in result
                .Errors.Select(error => error.Message)
                .Concat(result.Tokens.Where(IsMistaken).Select(token => $"no option {token.Value}"))
            select $"rgp {string.Join(' ', words)}: {problem}"
        );

    [Theory]
    [MemberData(nameof(Pages))]
    public void Page_CommandsInItsSentences_AreThere(string page) =>
        AssertNone(
            from mention in Mention().Matches(Block().Replace(Text(page), ""))
            let words = Words(Spaces().Replace(mention.Groups["words"].Value, " "))
            from problem in Unknown(words)
            select $"rgp {string.Join(' ', words)}: {problem}"
        );

    [Fact]
    public void Pages_Together_TellManyCommands() =>
        Assert.True(Mention().Count(string.Concat(PagesOfCommands.Select(Text))) > 100);

    private static IEnumerable<string> Unknown(string[] words)
    {
        Command command = Root;
        var rest = words.AsEnumerable();
        while (
            rest.FirstOrDefault() is { } name
            && command.Subcommands.FirstOrDefault(each => each.Name == name) is { } sub
        )
            (command, rest) = (sub, rest.Skip(1));

        if (command == Root && words.Length > 0 && char.IsAsciiLetterLower(words[0][0]))
            yield return "no such command";

        foreach (var word in rest.Where(word => word.StartsWith("--", StringComparison.Ordinal) && word.Length > 2))
        {
            if (!Options(command).Contains(word.Split('=')[0], StringComparer.Ordinal))
                yield return $"no option {word}";
        }
    }

    private static IEnumerable<string> Options(Command command) =>
        command
            .Options.Concat(Root.Options.Where(option => option.Recursive))
            .SelectMany(option => option.Aliases.Append(option.Name));

    // What a shell puts in by itself stands for one word; what is left open (`...`) for none.
    private static string[] Words(string line) =>
        [
            .. CommandLineParser
                .SplitCommandLine(InDoubleQuotes(Substituted().Replace(line.Trim(), "1")))
                .Where(word => word is not ("..." or "&")),
        ];

    // The splitter knows no single quotes.
    private static string InDoubleQuotes(string line) =>
        Quoted()
            .Replace(
                line,
                match => match.Groups["single"] is { Success: true, Value: var text } ? $"\"{text}\"" : match.Value
            );

    private static bool IsMistaken(Token token) =>
        token.Type == TokenType.Argument && token.Value.StartsWith("--", StringComparison.Ordinal);

    private static string Text(string page) => File.ReadAllText(Path.Combine(RepositoryRoot.Path, page));

    private static void AssertNone(IEnumerable<string> problems)
    {
        var found = string.Join('\n', problems);
        Assert.True(found.Length == 0, found);
    }

    [GeneratedRegex(
        @"^ *```(?<language>[a-z]*)\n(?<text>.*?)^ *```",
        RegexOptions.ExplicitCapture | RegexOptions.Multiline | RegexOptions.Singleline,
        5000
    )]
    private static partial Regex Block();

    [GeneratedRegex(@"\\\n *", RegexOptions.ExplicitCapture, 5000)]
    private static partial Regex Joined();

    [GeneratedRegex(
        @"^ *([$#] )?([A-Z_]+=[^ ]+ )*(sudo (-[^ ]+ ([a-z]+ )?)*)?rgp (?<words>('[^'\n]*'|""[^""\n]*""|[^|&#;><\n'""])+)",
        RegexOptions.ExplicitCapture | RegexOptions.Multiline,
        5000
    )]
    private static partial Regex Typed();

    [GeneratedRegex(@"`(sudo )?rgp (?<words>[^`|&;><]+)`", RegexOptions.ExplicitCapture, 5000)]
    private static partial Regex Mention();

    [GeneratedRegex("\"?\\$\\([^)]*\\)\"?", RegexOptions.ExplicitCapture, 5000)]
    private static partial Regex Substituted();

    [GeneratedRegex("\"[^\"]*\"|'(?<single>[^']*)'", RegexOptions.ExplicitCapture, 5000)]
    private static partial Regex Quoted();

    [GeneratedRegex(@"\s+", RegexOptions.ExplicitCapture, 5000)]
    private static partial Regex Spaces();
}
