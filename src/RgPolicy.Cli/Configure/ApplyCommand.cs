namespace RgPolicy.Cli.Configure;

/// <summary><c>rgp apply F</c> and <c>rgp apply POLICY --server URI</c>: carries out a saved plan as it stands, or
/// makes the plan of a policy and carries it out once it is agreed to.</summary>
internal sealed class ApplyCommand(CliContext context)
{
    private const int MaximumBytes = 64 * 1024 * 1024;
    private const string Meant = "Name a plan that `rgp plan --out` wrote, or a policy.";

    private static readonly Argument<string> FileName = new("FILE")
    {
        Description = "A plan that `rgp plan --out` wrote, or a policy.",
    };

    private static readonly ServerOptions Server = new(isRequired: false);
    private static readonly Option<bool> TakesOver = ServerOptions.TakesOver();
    private static readonly Option<bool> Yes = ServerOptions.Yes();

    public static Command Create(CliContext context) =>
        new RgpCommand(
            "apply",
            "Changes a server as a plan or a policy says.",
            "rgp apply change.json",
            "rgp apply samples/sqlserver/resource_governor.rgp --server sqlserver://dba@db1 --yes",
            "rgp apply roles.rgp --server postgres://admin@localhost/postgres"
        )
        {
            Details = "What was done is read back; when a step fails, all is put back as it was.",
            Ends =
            [
                new(
                    ExitCode.NothingEnforced,
                    "Nothing to do: the server's own configuration carries out nothing of the policy."
                ),
            ],
        }
            .Takes([FileName, .. Server.All, TakesOver, Yes, Server.Replicas])
            .Does(new ApplyCommand(context).RunAsync);

    private async Task<int> RunAsync(ParseResult result)
    {
        var request = new ApplyRequest(
            result.GetRequiredValue(FileName),
            Server.Read(result),
            result.GetValue(TakesOver),
            result.GetValue(Yes),
            result.WantsJson()
        );
        var file = InputFile.Named(context, request.File);
        var bytes = await FileContent.NeedAsync(context, file, MaximumBytes, Meant);
        var text = Encoding.UTF8.GetString(bytes);
        return text.TrimStart('\uFEFF', ' ', '\r', '\n').StartsWith('{')
            ? await RunPlanAsync(text, request)
            : await RunPolicyAsync(request);
    }

    private async Task<int> RunPlanAsync(string text, ApplyRequest request)
    {
        if (request.Server.AllReplicas)
        {
            return context.Fail(
                ExitCode.Usage,
                "a kept plan is for one server",
                "Name the policy in its place: each replica has a plan of its own."
            );
        }

        var (plan, problem) = ChangePlanFile.Read(text);
        if (plan is null)
            return context.Fail(ExitCode.Usage, $"{request.File}: {problem}", Meant);

        var (key, missing) = PlanKey.Read(context, makes: false);
        if ((key is null ? missing : ChangePlanFile.ProblemWithSeal(plan, key)) is { } unsealed)
        {
            return context.Fail(
                ExitCode.Usage,
                $"{request.File}: {unsealed}",
                "Make it here, as this user, with `rgp plan --out`, look at it, and apply that."
            );
        }

        var server = request.Server with { Target = request.Server.Target ?? plan.Target };
        await using var configurator = await ConfiguratorOpener.OpenAsync(context, server);
        return await ApplyAsync(configurator, plan with { HostSeal = null }, request);
    }

    private async Task<int> RunPolicyAsync(ApplyRequest request)
    {
        if (request.Server.Target is null)
        {
            return context.Fail(
                ExitCode.Usage,
                "a policy needs a server",
                "Write --server sqlserver://login@host, or name a saved plan."
            );
        }

        await PolicyLoader.RefuseAsync(context, request.File);
        if (request.Server.AllReplicas)
            return await new ReplicaApply(context, request).RunAsync();

        await using var configurator = await ConfiguratorOpener.OpenAsync(context, request.Server);
        var plan = await PolicyPlanner.PlanAsync(context, configurator, request.File, request.TakesOver);
        return plan.Refusals.Length == 0 && !plan.IsEmpty && !Agreement.IsGiven(context, plan, request.Yes)
            ? context.Fail(ExitCode.Usage, "nothing was changed", Agreement.Next)
            : await ApplyAsync(configurator, plan, request);
    }

    private async Task<int> ApplyAsync(IConfigurator configurator, ChangePlan plan, ApplyRequest request)
    {
        var journal = ChangeJournal.Open(JournalPlace.Of(context, request.Server.Journal), configurator.Server);
        var runner = new ChangeRunner(configurator, journal, context.Time);
        var outcome = await context.Unfinished.RunAsync(() => runner.ApplyAsync(plan, context.Interrupt));
        var exitCode = OutcomeReport.Write(context, "rgp/apply/1", plan, outcome, request.Json);
        return exitCode == ExitCode.Success && plan.Unsupported is not null
            ? context.Finish(ExitCode.NothingEnforced, DriftCommand.NothingGoverned)
            : exitCode;
    }
}

/// <summary>What <c>rgp apply</c> is asked for: a saved plan or a policy, and a server that may be the plan's own.</summary>
internal sealed record ApplyRequest(string File, ServerChoice Server, bool TakesOver, bool Yes, bool Json);

/// <summary>Asks before a server is changed.</summary>
internal static class Agreement
{
    public const string Next = "Agree with `yes`, or write --yes.";

    /// <summary>True when the plan may be carried out; where nothing can be asked only with <c>--yes</c>.</summary>
    public static bool IsGiven(CliContext context, ChangePlan plan, bool yes)
    {
        if (yes)
            return true;

        if (!context.IsInputTerminal)
            return false;

        new PlanText(context).Write(plan);
        return context.Confirms($"{PlanText.Summary(plan)}. Carry it out?");
    }
}

/// <summary>What came of a change.</summary>
internal static class OutcomeReport
{
    public static int Write(CliContext context, string schema, ChangePlan plan, ApplyOutcome outcome, bool json)
    {
        if (json)
            PlanJson.Write(context, schema, plan, outcome);
        else
            new PlanText(context).Write(plan);

        if (outcome.Problem is { } problem)
        {
            var exitCode = outcome.Status is null ? ExitCode.Usage : ExitCode.Unreachable;
            return context.Fail(exitCode, problem, outcome.Next ?? "");
        }

        if (!json)
            WriteDone(context, plan, outcome);

        return ExitCode.Success;
    }

    private static void WriteDone(CliContext context, ChangePlan plan, ApplyOutcome outcome)
    {
        context.Output.WriteLine();
        context.Output.WriteLine(Done(plan));
        foreach (var waiting in outcome.Waiting)
        {
            context.Output.WriteLine(
                $"Left without limits until its sessions end: {waiting}. Run the command again then."
            );
        }
    }

    private static string Done(ChangePlan plan) =>
        !plan.IsEmpty || plan.Changes.Any(change => change.Action != ConfigurationChange.None)
            ? $"Done and read back: {PlanText.Summary(plan)}."
        : plan.Unsupported is { } why
            ? $"Nothing to do, and nothing of the policy is enforced by the server's configuration: {why}"
        : "Nothing to do: the server is as it should be.";
}
