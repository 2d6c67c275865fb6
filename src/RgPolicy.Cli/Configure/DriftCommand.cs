namespace RgPolicy.Cli.Configure;

/// <summary><c>rgp drift</c>: how a server's configuration differs from a policy.</summary>
internal sealed class DriftCommand(CliContext context)
{
    public const string NothingGoverned =
        "Nothing is governed here: use an edition that runs Resource Governor, or what `rgp run` can do there.";

    private static readonly Argument<string> PolicyPath = new("POLICY") { Description = "The policy." };
    private static readonly ServerOptions Server = new(isRequired: true);

    public static Command Create(CliContext context) =>
        new RgpCommand(
            "drift",
            "Compares a server's configuration with a policy.",
            "rgp drift samples/sqlserver/resource_governor.rgp --server sqlserver://dba@db1",
            "rgp drift samples/sqlserver/resource_governor.rgp --server sqlserver://dba@db1 --output json",
            "rgp drift samples/sqlserver/resource_governor.rgp --server sqlserver://dba@listener --replicas",
            "rgp drift roles.rgp --server postgres://admin@localhost/postgres"
        )
        {
            Ends =
            [
                new(ExitCode.Success, "There is no difference."),
                new(ExitCode.Findings, "There are differences."),
                new(
                    ExitCode.NothingEnforced,
                    "There is no difference, because the server carries out nothing of the policy."
                ),
            ],
        }
            .Takes([PolicyPath, .. Server.All, Server.Replicas])
            .Does(
                ReplicaSweep.Of(
                    context,
                    Server,
                    (each, result, place) => new DriftCommand(each).RunAsync(result, place)
                )
            );

    private async Task<int> RunAsync(ParseResult result, ServerChoice server)
    {
        var policy = result.GetRequiredValue(PolicyPath);
        await PolicyLoader.RefuseAsync(context, policy);
        await using var configurator = await ConfiguratorOpener.OpenAsync(context, server);
        var plan = await PolicyPlanner.PlanAsync(context, configurator, policy, takesOver: true);
        return Report(
            await HintChanges.AddAsync(context, configurator, server, plan, HintChanges.AsItIs),
            result.WantsJson()
        );
    }

    private int Report(ChangePlan plan, bool json)
    {
        if (json)
        {
            PlanJson.Write(context, "rgp/drift/1", plan);
        }
        else
        {
            new PlanText(context).Write(plan);
            context.Output.WriteLine();
            context.Output.WriteLine(Verdict(plan));
        }

        return HasDrift(plan)
                ? context.Finish(
                    ExitCode.Findings,
                    "The server differs from the policy: `rgp plan` shows what would fix it."
                )
            : IsEnforced(plan) ? ExitCode.Success
            : context.Finish(ExitCode.NothingEnforced, NothingGoverned);
    }

    private static string Verdict(ChangePlan plan) =>
        HasDrift(plan) ? $"Drift: {PlanText.Summary(plan)}{Changed(plan)}."
        : IsEnforced(plan) ? "No drift: the server is as the policy says."
        : $"Nothing of the policy is enforced by the server's configuration: {plan.Unsupported}";

    private static string Changed(ChangePlan plan) =>
        plan.ChangedByOthers.IsEmpty
            ? ""
            : Invariant($", and {plan.ChangedByOthers.Length} changed by others, which a plan leaves as they are");

    private static bool IsEnforced(ChangePlan plan) =>
        plan.Unsupported is null || plan.Changes.Any(change => change.Kind == HintChanges.Kind);

    private static bool HasDrift(ChangePlan plan) =>
        !plan.IsEmpty
        || !plan.ChangedByOthers.IsEmpty
        || plan.Refusals.Length > 0
        || plan.Changes.Any(change => change.Action != ConfigurationChange.None);
}
