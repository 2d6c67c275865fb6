using RgPolicy.Cli.Connections;
using RgPolicy.Cli.Doctor;
using RgPolicy.Cli.Suggest;
using RgPolicy.Service.Composing;

namespace RgPolicy.Cli.Init;

/// <summary><c>rgp init</c>: asks a server how to begin.</summary>
internal sealed class InitCommand(CliContext context)
{
    private static readonly Option<string?> Server = LiveOptions.Connect(isRequired: true);
    private static readonly Option<string?> PasswordFile = LiveOptions.PasswordFile();

    private static readonly Option<string> Output = new("--out")
    {
        Description = "The policy's file.",
        HelpName = "FILE",
        DefaultValueFactory = _ => "first.rgp",
    };

    private static readonly Option<bool> Yes = new("--yes") { Description = "Writes the policy without asking." };

    public static Command Create(CliContext context) =>
        new RgpCommand(
            "init",
            "Asks a server how to begin: role, policy, commands.",
            "rgp init --server postgres://postgres@localhost/postgres",
            "rgp init --server mysql://root@localhost:3306 --out first.rgp --yes"
        )
        {
            Details =
                "It only reads. It prints the role with the least rights, a first policy from what the server has "
                + "counted, and the commands to type. It writes the policy only after `yes`.",
            Ends = [new(ExitCode.Findings, "The server has counted nothing from which a policy can be written.")],
        }
            .Takes(Server, PasswordFile, Output, Yes)
            .Does(new InitCommand(context).RunAsync);

    /// <summary>Proposes, and writes the policy's file when the user agrees.</summary>
    private async Task<int> RunAsync(ParseResult result)
    {
        var (server, password, file) = (
            result.GetValue(Server) ?? "",
            result.GetValue(PasswordFile),
            result.GetRequiredValue(Output)
        );
        if (File.Exists(context.Resolve(file)))
            return context.Fail(ExitCode.Usage, $"`{file}` exists", "Give another name with --out.");

        var check = await ServerCheck.RunAsync(context, server, password);
        if (check.Problem is { } problem)
            return context.Fail(ExitCode.Usage, problem, ConnectionReader.Next);

        var read = await new ServerSource(context, null).ReadAsync(server, password);
        var rights = RightsOf(check.Findings);
        if (read.Source is null && rights.IsEmpty)
            return context.Fail(read.Refusal);

        var (policy, lack) = read.Source is { } source
            ? PolicyOf(source)
            : (null, $"{read.Refusal.Problem}. {read.Refusal.Next}");
        var steps = new FirstSteps(server, rights, policy, lack, file);
        if (result.WantsJson())
            InitPage.WriteJson(context, steps);
        else
            InitPage.Write(context, steps);

        return Conclude(result, steps, read.Refusal);
    }

    private (string? Text, string? Problem) PolicyOf(SuggestSource source)
    {
        var suggestion = new SuggestionTrial(context, source, null, null).Choose().Suggestion;
        return (suggestion.Text, suggestion.Problem);
    }

    // Of what the server lacks only what needs a hand; what is in order has no fix.
    private static ImmutableArray<string> RightsOf(ImmutableArray<DoctorFinding> findings) =>
        [
            .. findings
                .Where(each => each.State != DoctorState.Ok && each.Fix.Length > 0)
                .Select(each => $"-- {each.Message}\n{each.Fix}"),
        ];

    private int Conclude(ParseResult result, FirstSteps steps, Refusal refusal)
    {
        if (steps.Policy is not { } policy)
        {
            return context.Finish(
                refusal.Kind == RefusalKind.Unreachable ? ExitCode.Unreachable : ExitCode.Findings,
                "There is no policy yet: the page says what it takes."
            );
        }

        var asks = context.IsInputTerminal && !result.WantsJson();
        if (result.GetValue(Yes) || (asks && context.Confirms($"Write the policy to {steps.File}?")))
            OutputFile.Need(context, steps.File, policy);

        return ExitCode.Success;
    }
}

/// <summary>What <c>rgp init</c> proposes.</summary>
/// <param name="Server">The connection as it was given.</param>
/// <param name="Rights">What an administrator runs once, statement by statement or as a hint.</param>
/// <param name="Policy">A first policy; null where the server has counted nothing to write one from.</param>
/// <param name="Problem">Why there is no policy, and what to do for one.</param>
/// <param name="File">The policy's file.</param>
internal sealed record FirstSteps(
    string Server,
    ImmutableArray<string> Rights,
    string? Policy,
    string? Problem,
    string File
)
{
    /// <summary>The commands to type, in their order; none of them changes the server or the host.</summary>
    public ImmutableArray<string> Commands =>
        [
            $"rgp doctor --server '{Server}' --level observe",
            .. Policy is null
                ?
                [
                    $"rgp record --server '{Server}' --out first.rgrec --for 10min",
                    $"rgp suggest first.rgrec --out {File}",
                ]
                : ImmutableArray<string>.Empty,
            $"rgp lint {File}",
            $"rgp run {File} --server '{Server}'",
            $"rgp run {File} --server '{Server}' --level advise",
        ];
}
