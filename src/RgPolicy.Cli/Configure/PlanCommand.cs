namespace RgPolicy.Cli.Configure;

/// <summary><c>rgp plan</c>: what a policy would change in a server's own configuration.</summary>
internal sealed class PlanCommand(CliContext context)
{
    private static readonly Argument<string> PolicyPath = new("POLICY") { Description = "The policy." };
    private static readonly ServerOptions Server = new(isRequired: false);
    private static readonly Option<string?> Facts = File("--facts", "Instead of a server what `rgp facts` kept of it.");
    private static readonly Option<string?> Output = File("--out", "Keeps the plan for `rgp apply`.");

    private static readonly Option<string?> Script = File(
        "--script",
        "Writes the statements for change control, and their back-out beside them."
    );

    private static readonly Option<bool> TakesOver = ServerOptions.TakesOver();

    private static readonly Option<bool> Adopts = new("--adopt")
    {
        Description =
            "SQL Server: replaces the classifier, pools and groups of others too, and drops them once no session is "
            + "in them.",
    };

    private static readonly Option<string?> DefaultPool = new("--govern-default")
    {
        Description =
            "SQL Server: gives the settings of this pool of the policy to the server's own pool and group default, "
            + "which hold sysadmins and whoever has no class.",
        HelpName = "POOL",
    };

    private static readonly Option<bool> Detailed = new("--detailed-exitcode")
    {
        Description = "Exits with 10 while changes are pending.",
    };

    public static Command Create(CliContext context) =>
        new RgpCommand(
            "plan",
            "Shows what a policy would change in a server.",
            "rgp plan samples/sqlserver/resource_governor.rgp --server sqlserver://dba@db1",
            "rgp plan samples/sqlserver/resource_governor.rgp --server sqlserver://dba@db1 --out change.json "
                + "--script change.sql",
            "rgp plan samples/sqlserver/resource_governor.rgp --facts server.json --script change.sql",
            "rgp plan roles.rgp --server postgres://admin@localhost/postgres --script change.sql"
        )
        {
            Details = "The change plan is about the server's own configuration. Nothing is changed.",
            Ends = [new(ExitCode.ChangesPending, "With --detailed-exitcode: changes are pending.")],
        }
            .Takes([PolicyPath, .. Server.All, Facts, Output, Script, TakesOver, Adopts, DefaultPool, Detailed])
            .Takes(Server.Replicas)
            .Checks(Server.OrElse(Facts))
            .Checks(Server.OfOneServer(Facts, Output, Script))
            .Does(
                ReplicaSweep.Of(context, Server, (each, result, place) => new PlanCommand(each).RunAsync(result, place))
            );

    private async Task<int> RunAsync(ParseResult result, ServerChoice server)
    {
        var policy = result.GetRequiredValue(PolicyPath);
        await PolicyLoader.RefuseAsync(context, policy);
        await using var configurator = await ConfiguratorOpener.OpenAsync(
            context,
            server with
            {
                Facts = result.GetValue(Facts),
            }
        );
        var takesOver = result.GetValue(TakesOver);
        var plan = await PolicyPlanner.PlanAsync(
            context,
            configurator,
            policy,
            takesOver,
            new Adoption(takesOver, result.GetValue(Adopts), result.GetValue(DefaultPool))
        );
        plan = await HintChanges.AddAsync(context, configurator, server, plan, HintChanges.Unchanged);
        await KeepAsync(plan, result);
        return Report(plan, result);
    }

    private int Report(ChangePlan plan, ParseResult result)
    {
        if (result.WantsJson())
        {
            PlanJson.Write(context, ChangePlan.CurrentSchema, plan);
        }
        else
        {
            new PlanText(context).Write(plan);
            context.Output.WriteLine();
            context.Output.WriteLine($"Plan: {PlanText.Summary(plan)}. Nothing was changed.");
        }

        return plan.Refusals.Length > 0
                ? context.Finish(ExitCode.Usage, "The plan cannot be carried out: fix what is refused.")
            : result.GetValue(Detailed) && !plan.IsEmpty
                ? context.Finish(ExitCode.ChangesPending, "Changes are pending: rgp apply carries them out.")
            : ExitCode.Success;
    }

    private async Task KeepAsync(ChangePlan plan, ParseResult result)
    {
        if (result.GetValue(Output) is { } file)
        {
            var (key, problem) = PlanKey.Read(context, makes: true);
            if (key is null)
            {
                throw new CommandException(
                    ExitCode.Unreachable,
                    problem ?? "",
                    "A kept plan is sealed with that key; without --out the plan is only shown."
                );
            }

            await System.IO.File.WriteAllTextAsync(
                context.Resolve(file),
                ChangePlanFile.Write(ChangePlanFile.Seal(plan, key)),
                context.Interrupt
            );
        }

        if (result.GetValue(Script) is { } script)
            await SqlScript.WriteAsync(context, plan, script);
    }

    private static Option<string?> File(string name, string description) =>
        new(name) { Description = description, HelpName = "FILE" };
}

/// <summary>Makes the plan of a policy for a server that is open.</summary>
internal static class PolicyPlanner
{
    public static async Task<ChangePlan> PlanAsync(
        CliContext context,
        IConfigurator configurator,
        string policyPath,
        bool takesOver,
        Adoption? adoption = null
    )
    {
        var adopter = configurator as IAdopter;
        if (adoption is { IsNone: false } && adopter is null)
        {
            throw new CommandException(
                ExitCode.Usage,
                $"--adopt and --govern-default are for SQL Server, and this is {configurator.Server.Kind}",
                "Leave them out."
            );
        }

        var policy = await PolicyLoader.LoadAsync(context, policyPath, configurator.Profile);
        var program = PolicyProgram.Compile(policy, configurator.Profile);
        return adoption is { IsNone: false } && adopter is not null
            ? await adopter.PlanAdoptionAsync(program, adoption, context.Interrupt)
            : await configurator.PlanAsync(program, takesOver, context.Interrupt);
    }
}

/// <summary>The statements of a plan for change control, and what takes them back.</summary>
internal static class SqlScript
{
    private const string BackOut = ".backout";

    public static async Task WriteAsync(CliContext context, ChangePlan plan, string file)
    {
        if (!plan.Refusals.IsEmpty)
            return;

        if (plan.Scripts is not { } scripts)
        {
            await File.WriteAllTextAsync(context.Resolve(file), Of(plan), context.Interrupt);
            return;
        }

        if (scripts.Problem is { } problem)
        {
            throw new CommandException(
                ExitCode.Usage,
                problem,
                "Without --script the plan is only shown; --out keeps it for rgp apply."
            );
        }

        await File.WriteAllTextAsync(context.Resolve(file), scripts.Forward, context.Interrupt);
        await File.WriteAllTextAsync(context.Resolve(BackOutOf(file)), scripts.BackOut, context.Interrupt);
    }

    private static string BackOutOf(string file) =>
        Path.ChangeExtension(file, null) + BackOut + (Path.HasExtension(file) ? Path.GetExtension(file) : ".sql");

    private static string Of(ChangePlan plan)
    {
        var text = new StringBuilder();
        text.Append("-- RgPolicy: ")
            .Append(PlanText.Summary(plan))
            .Append(" on ")
            .Append(plan.Server.Name.ReplaceLineEndings(" "))
            .Append('\n');
        text.Append("-- Policy revision ")
            .Append(plan.Revision ?? "none")
            .Append(". It fits only the configuration that it was made for.\n");
        text.Append("\\set ON_ERROR_STOP on\n\\encoding UTF8\n");
        foreach (var step in plan.Steps)
            text.Append(step.Sql).Append('\n');

        return text.ToString();
    }
}
