using System.CommandLine;
using RgPolicy.Cli.Commands;
using RgPolicy.Cli.Shell;

namespace RgPolicy.Cli.Tests.Shell;

/// <summary>Every command that needs a policy, found by its definition, ends with the same exit code for a policy with
/// errors. Commands whose answer is the errors have paths as their argument and are not meant.</summary>
public sealed class BrokenPolicyTests : IDisposable
{
    private const string Broken = "broken.rgp";

    private static readonly string[] PolicyArguments = ["POLICY", "OLD", "NEW"];

    private static readonly RootCommand Root = RootCommandFactory.Create(CliRun.Context(Stream.Null));

    private readonly TestFolder _folder = new TestFolder().With(Broken, Samples.BadPolicy);

    public static TheoryData<string> Names() => [.. Below(Root, []).Where(each => Needs(Find(each)))];

    public void Dispose() => _folder.Dispose();

    [Theory]
    [MemberData(nameof(Names))]
    public async Task Run_PolicyWithErrors_EndsWithTwo(string name)
    {
        var command = Find(name);

        var run = await _folder.Run([.. name.Split(' '), .. Arguments(command), .. Options(command)]);

        Assert.True(run.ExitCode == ExitCode.Usage, $"{name}: {run.ExitCode}\n{run.Error}");
        Assert.Contains(Broken, run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Names_AreThere() => Assert.True(Names().Count > 10);

    private static IEnumerable<string> Arguments(Command command) =>
        command.Arguments.Select(argument =>
            PolicyArguments.Contains(argument.Name, StringComparer.Ordinal)
                ? Broken
                : argument.Name switch
                {
                    "RECORDING" => Sample("htap.rgrec"),
                    "CONDITION" => "plan.dop > 4",
                    _ => "p",
                }
        );

    // Enough that only the policy is wrong.
    private static string[] Options(Command command)
    {
        var names = command.Options.Select(option => option.Name).ToHashSet(StringComparer.Ordinal);
        var hasSource = command.Arguments.Any(argument => argument.Name == "RECORDING");
        string[] all =
        [
            .. Given("--policy", Broken),
            .. Given("--mix", Sample("mixes/scan_aggregation.json")),
            .. Given("--query-plan", Broken),
        ];
        return hasSource || names.Contains("--query-plan") ? all
            : names.Contains("--recording") ? [.. all, "--recording", Sample("htap.rgrec")]
            : [.. all, .. Given("--server", "postgres://rgpolicy@127.0.0.1:1/postgres")];

        string[] Given(string option, string value) => names.Contains(option) ? [option, value] : [];
    }

    private static bool Needs(Command command) =>
        command.Arguments.Any(argument => PolicyArguments.Contains(argument.Name, StringComparer.Ordinal))
        || command.Options.Any(option => option.Name == "--policy");

    private static IEnumerable<string> Below(Command command, string[] path) =>
        command.Subcommands.SelectMany(each =>
            Below(each, [.. path, each.Name]).Prepend(string.Join(' ', [.. path, each.Name]))
        );

    private static Command Find(string name) =>
        name.Split(' ').Aggregate((Command)Root, (level, word) => level.Subcommands.Single(each => each.Name == word));

    private static string Sample(string name) => Path.Combine(RepositoryRoot.Path, "samples", name);
}
