using System.Globalization;
using RgPolicy.Cli.Policies;
using RgPolicy.Cli.Shell;
using RgPolicy.Dbms.Configure;

namespace RgPolicy.Cli.Configure;

/// <summary>Compares a server's configuration with what a policy asks for.</summary>
internal sealed class DriftHandler(CliContext context)
{
    /// <summary>What helps where the server's configuration carries out nothing.</summary>
    public const string NothingGoverned =
        "Nothing is governed here: use an edition that runs Resource Governor, or what `rgp run` can do there.";

    /// <summary>Compares and reports.</summary>
    /// <returns>0 without a difference, 1 with one, 11 where there is none because nothing of the
    /// policy is carried out.</returns>
    public Task<int> RunAsync(string policy, ServerChoice server, bool json, CancellationToken cancellationToken) =>
        server.AllReplicas
            ? ReplicaSweep.RunAsync(
                context,
                server,
                json,
                (each, place) => new DriftHandler(each).RunAsync(policy, place, json, cancellationToken),
                cancellationToken
            )
            : RunOneAsync(policy, server, json, cancellationToken);

    private async Task<int> RunOneAsync(
        string policy,
        ServerChoice server,
        bool json,
        CancellationToken cancellationToken
    ) =>
        await PolicyLoader.RefuseAsync(context, policy, cancellationToken)
        ?? await ServerCommand.RunAsync(
            context,
            server,
            async configurator =>
            {
                var (plan, exitCode) = await PlanMaking.MakeAsync(
                    context,
                    configurator,
                    policy,
                    takesOver: true,
                    cancellationToken
                );
                return plan is null
                    ? exitCode
                    : Report(
                        await HintChanges.AddAsync(
                            context,
                            configurator,
                            server,
                            plan,
                            HintChanges.AsItIs,
                            cancellationToken
                        ),
                        json
                    );
            },
            cancellationToken
        );

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
            : string.Create(
                CultureInfo.InvariantCulture,
                $", and {plan.ChangedByOthers.Length} changed by others, which a plan leaves as they are"
            );

    /// <summary>A hint that stands limits later executions where the configuration cannot.</summary>
    private static bool IsEnforced(ChangePlan plan) =>
        plan.Unsupported is null || plan.Changes.Any(change => change.Kind == HintChanges.Kind);

    private static bool HasDrift(ChangePlan plan) =>
        !plan.IsEmpty
        || !plan.ChangedByOthers.IsEmpty
        || plan.Refusals.Length > 0
        || plan.Changes.Any(change => change.Action != ConfigurationChange.None);
}
