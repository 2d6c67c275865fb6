using RgPolicy.Cli.Policies;
using RgPolicy.Cli.Shell;
using RgPolicy.Dbms.Configure;
using RgPolicy.Engine.Compile;

namespace RgPolicy.Cli.Configure;

/// <summary>Shows what a policy would change in a server's own configuration.</summary>
internal sealed class PlanHandler(CliContext context)
{
    /// <summary>Shows it, and keeps it where asked to.</summary>
    /// <returns>The exit code.</returns>
    public Task<int> RunAsync(PlanOptions request, CancellationToken cancellationToken) =>
        request.Server.AllReplicas
            ? ReplicaSweep.RunAsync(
                context,
                request.Server,
                request.Json,
                (each, place) => new PlanHandler(each).RunAsync(request with { Server = place }, cancellationToken),
                cancellationToken
            )
            : RunOneAsync(request, cancellationToken);

    private async Task<int> RunOneAsync(PlanOptions request, CancellationToken cancellationToken) =>
        await PolicyLoader.RefuseAsync(context, request.Policy, cancellationToken)
        ?? await ServerCommand.RunAsync(
            context,
            request.Server,
            configurator => PlanAsync(configurator, request, cancellationToken),
            cancellationToken
        );

    private async Task<int> PlanAsync(
        IConfigurator configurator,
        PlanOptions request,
        CancellationToken cancellationToken
    )
    {
        var (plan, exitCode) = await PlanMaking.MakeAsync(
            context,
            configurator,
            request.Policy,
            request.TakesOver,
            cancellationToken,
            new Adoption(request.TakesOver, request.Adopts, request.DefaultPool)
        );
        if (plan is null)
        {
            return exitCode;
        }

        plan = await HintChanges.AddAsync(
            context,
            configurator,
            request.Server,
            plan,
            HintChanges.Unchanged,
            cancellationToken
        );
        if (await KeepAsync(plan, request, cancellationToken) is { } unkept)
        {
            return unkept;
        }

        if (request.Json)
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
            : request.DetailedExitCode && !plan.IsEmpty
                ? context.Finish(ExitCode.ChangesPending, "Changes are pending: rgp apply carries them out.")
            : ExitCode.Success;
    }

    /// <summary>Keeps it where asked to; the exit code where that cannot be.</summary>
    private async Task<int?> KeepAsync(ChangePlan plan, PlanOptions request, CancellationToken cancellationToken)
    {
        if (request.Out is { } file)
        {
            var (key, problem) = PlanKey.Read(context, makes: true);
            if (key is null)
            {
                return context.Fail(
                    ExitCode.Unreachable,
                    problem ?? "",
                    "A kept plan is sealed with that key; without --out the plan is only shown."
                );
            }

            await File.WriteAllTextAsync(
                context.Resolve(file),
                ChangePlanFile.Write(ChangePlanFile.Seal(plan, key)),
                cancellationToken
            );
        }

        return request.Script is { } script
            ? await SqlScript.WriteAsync(context, plan, script, cancellationToken)
            : null;
    }
}

/// <summary>The options of <c>rgp plan</c>.</summary>
internal sealed record PlanOptions(
    string Policy,
    ServerChoice Server,
    string? Out,
    string? Script,
    bool TakesOver,
    bool DetailedExitCode,
    bool Json,
    bool Adopts = false,
    string? DefaultPool = null
);

/// <summary>Makes the plan of a policy for a server that is open.</summary>
internal static class PlanMaking
{
    /// <summary>The plan, or null and the exit code after a problem was printed.</summary>
    public static async Task<(ChangePlan? Plan, int ExitCode)> MakeAsync(
        CliContext context,
        IConfigurator configurator,
        string policyPath,
        bool takesOver,
        CancellationToken cancellationToken,
        Adoption? adoption = null
    )
    {
        var isAdopting = adoption is { IsNone: false };
        if (isAdopting && configurator is not IAdopter)
        {
            return (
                null,
                context.Fail(
                    ExitCode.Usage,
                    $"--adopt and --govern-default are for SQL Server, and this is {configurator.Server.Kind}",
                    "Leave them out."
                )
            );
        }

        var choice = await PolicyLoader.LoadAsync(context, policyPath, configurator.Profile, cancellationToken);
        if (choice.Policy is not { } policy)
        {
            return (null, choice.ExitCode);
        }

        var program = PolicyProgram.Compile(policy, configurator.Profile);
        var plan =
            isAdopting && adoption is not null && configurator is IAdopter adopter
                ? await adopter.PlanAdoptionAsync(program, adoption, cancellationToken)
                : await configurator.PlanAsync(program, takesOver, cancellationToken);
        return (plan, ExitCode.Success);
    }
}
