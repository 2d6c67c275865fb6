using RgPolicy.Service.Replaying;

namespace RgPolicy.Cli.Suggest;

/// <summary><c>rgp suggest</c>: writes a first policy from what a server was seen to run, or what a policy lacks.</summary>
internal sealed class SuggestCommand(CliContext context)
{
    private static readonly Argument<string?> Recording = new("RECORDING")
    {
        Description = "A recording made by rgp record: what the server really runs.",
        Arity = ArgumentArity.ZeroOrOne,
    };

    private static readonly Option<string?> Connect = LiveOptions.Connect();
    private static readonly Option<string?> PasswordFile = LiveOptions.PasswordFile();
    private static readonly Option<string[]> TrustedRoles = LiveOptions.TrustedRoles();

    private static readonly Option<string?> Output = new RenamedOption<string?>("--out", "-o")
    {
        Description = "Writes the policy to this file, and prints what it would have done.",
        HelpName = "FILE",
    };

    private static readonly Option<bool> Force = new("--force") { Description = "Overwrites the file." };

    private static readonly Option<string?> Objective = new("--objective")
    {
        Description = "A time to keep, such as 'oltp p95 < 20 ms'.",
        HelpName = "TEXT",
    };

    private static readonly Option<string?> Profile = TargetResolver.CreateOption("--for-target");

    private static readonly Option<string?> Update = new("--update")
    {
        Description = "Proposes what this policy lacks, as a difference, in place of a policy of its own.",
        HelpName = "FILE",
    };

    public static Command Create(CliContext context) =>
        new RgpCommand(
            "suggest",
            "Writes a first policy from what a server was seen to run.",
            "rgp suggest monday.rgrec --out first.rgp",
            "rgp suggest --server postgres://rgpolicy@localhost/postgres --out first.rgp",
            "rgp suggest monday.rgrec --update policies/htap.rgp",
            "rgp suggest monday.rgrec --objective 'oltp p95 < 20 ms' --output json"
        )
            .Takes(Recording, Connect, PasswordFile, TrustedRoles, Output, Force, Objective, Profile, Update)
            .Does(new SuggestCommand(context).RunAsync);

    private const string NextObjective = "See: rgp suggest --help";

    private async Task<int> RunAsync(ParseResult result)
    {
        var (recording, connect) = (result.GetValue(Recording), LiveOptions.ConnectOf(result, Connect, TrustedRoles));
        var update = result.GetValue(Update);
        if (update is not null && result.GetValue(Objective) is not null)
            return context.Fail(ExitCode.Usage, "--objective and --update do not go together", NextObjective);

        if ((recording is null) == (connect is null))
        {
            return context.Fail(
                ExitCode.Usage,
                "give a recording, or --server for what a server has counted itself",
                NextObjective
            );
        }

        if (result.GetValue(Output) is { } name && !result.GetValue(Force) && File.Exists(context.Resolve(name)))
            return context.Fail(ExitCode.Usage, $"`{name}` exists", "Give another name, or --force.");

        var target = result.GetValue(Profile) is { } named ? await TargetResolver.FindAsync(context, named) : null;
        var read = connect is { } uri
            ? await new ServerSource(context, target).ReadAsync(uri, result.GetValue(PasswordFile))
            : RecordingSource.Read(context, recording ?? "");
        if (read.Source is not { } source)
            return context.Fail(read.Refusal);

        return update is { } path
            ? await new UpdateHandler(context).RunAsync(
                path,
                (result.GetValue(Output), result.WantsJson()),
                source,
                target ?? source.Host
            )
            : await SuggestAsync(result, source, target);
    }

    private async Task<int> SuggestAsync(ParseResult result, SuggestSource source, TargetProfile? target)
    {
        var choice = new SuggestionTrial(context, source, target, result.GetValue(Objective)).Choose();
        if (choice.Suggestion.Text is not { } text || SuggestionTrial.Compile(text, source.Host) is not { } program)
            return context.Fail(ExitCode.Usage, choice.Suggestion.Problem ?? "no policy fits what ran", NextObjective);

        var report = new SuggestReport(source, choice.Suggestion, text, null, choice.Effect);
        return source.Recording is { } recording
            ? Report(result, report with { Replay = await ReplayAsync(recording, program) })
            : Report(result, report);
    }

    private async Task<ReplayOutcome> ReplayAsync(string recording, PolicyProgram program)
    {
        var (observer, _) = ObserverOpener.Replay(context, recording);
        await using (observer)
        {
            var outcome = await ReplayRun.RunAsync(observer, program, null, context.Time, null, context.Interrupt);
            context.Interrupt.ThrowIfCancellationRequested();
            return outcome;
        }
    }

    private int Report(ParseResult result, SuggestReport report)
    {
        var file = result.GetValue(Output);
        if (file is { } name)
            OutputFile.Need(context, name, report.Text);

        if (result.WantsJson())
            SuggestJson.Write(context, report);
        else if (file is { } written)
            SuggestText.Write(context, report, written);
        else
            context.WriteDocument(report.Text);

        return ExitCode.Success;
    }
}
