using System.Text;
using RgPolicy.Cli.Files;
using RgPolicy.Cli.Policies;
using RgPolicy.Cli.Shell;
using RgPolicy.Dbms.Configure;

namespace RgPolicy.Cli.Configure;

/// <summary>Carries out a saved plan as it stands, or makes the plan of a policy and carries it out
/// once it is agreed to.</summary>
internal sealed class ApplyHandler(CliContext context)
{
    private const int MaximumBytes = 64 * 1024 * 1024;

    /// <summary>Carries it out.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> RunAsync(ApplyRequest request, CancellationToken cancellationToken)
    {
        var content = await FileContent.ReadAsync(
            context,
            new InputFile(request.File, context.Resolve(request.File)),
            MaximumBytes,
            cancellationToken
        );
        if (content.Bytes is not { } bytes)
        {
            return context.Fail(
                ExitCode.Unreachable,
                content.Problem ?? "",
                "Name a plan that `rgp plan --out` wrote, or a policy."
            );
        }

        var text = Encoding.UTF8.GetString(bytes);
        return text.TrimStart('\uFEFF', ' ', '\r', '\n').StartsWith('{')
            ? await RunPlanAsync(text, request, cancellationToken)
            : await RunPolicyAsync(request, cancellationToken);
    }

    private async Task<int> RunPlanAsync(string text, ApplyRequest request, CancellationToken cancellationToken)
    {
        if (request.AllReplicas)
        {
            return context.Fail(
                ExitCode.Usage,
                "a kept plan is for one server",
                "Name the policy in its place: each replica has a plan of its own."
            );
        }

        var (plan, problem) = ChangePlanFile.Read(text);
        if (plan is null)
        {
            return context.Fail(
                ExitCode.Usage,
                $"{request.File}: {problem}",
                "Name a plan that `rgp plan --out` wrote, or a policy."
            );
        }

        var (key, missing) = PlanKey.Read(context, makes: false);
        if ((key is null ? missing : ChangePlanFile.ProblemWithSeal(plan, key)) is { } unsealed)
        {
            return context.Fail(
                ExitCode.Usage,
                $"{request.File}: {unsealed}",
                "Make it here, as this user, with `rgp plan --out`, look at it, and apply that."
            );
        }

        plan = plan with { HostSeal = null };
        var server = new ServerChoice(request.Target ?? plan.Target, request.PasswordFile, request.Journal);
        return await ServerCommand.RunAsync(
            context,
            server,
            configurator => ApplyAsync(configurator, plan, request, cancellationToken),
            cancellationToken
        );
    }

    private async Task<int> RunPolicyAsync(ApplyRequest request, CancellationToken cancellationToken)
    {
        if (request.Target is not { } target)
        {
            return context.Fail(
                ExitCode.Usage,
                "a policy needs a server",
                "Write --server sqlserver://login@host, or name a saved plan."
            );
        }

        if (await PolicyLoader.RefuseAsync(context, request.File, cancellationToken) is { } broken)
        {
            return broken;
        }

        if (request.AllReplicas)
        {
            return await new ReplicaApply(context, request).RunAsync(cancellationToken);
        }

        return await ServerCommand.RunAsync(
            context,
            new ServerChoice(target, request.PasswordFile, request.Journal),
            async configurator =>
            {
                var (plan, exitCode) = await PlanMaking.MakeAsync(
                    context,
                    configurator,
                    request.File,
                    request.TakesOver,
                    cancellationToken
                );
                return plan is null ? exitCode
                    : plan.Refusals.Length == 0 && !plan.IsEmpty && !Agreement.IsGiven(context, plan, request.Yes)
                        ? Disagreed()
                    : await ApplyAsync(configurator, plan, request, cancellationToken);
            },
            cancellationToken
        );
    }

    private async Task<int> ApplyAsync(
        IConfigurator configurator,
        ChangePlan plan,
        ApplyRequest request,
        CancellationToken cancellationToken
    )
    {
        var journal = ChangeJournal.Open(JournalPlace.Of(context, request.Journal), configurator.Server);
        var runner = new ChangeRunner(configurator, journal, context.Time);
        var outcome = await context.Unfinished.RunAsync(() => runner.ApplyAsync(plan, cancellationToken));
        var exitCode = OutcomeReport.Write(context, "rgp/apply/1", plan, outcome, request.Json);
        return exitCode == ExitCode.Success && plan.Unsupported is not null
            ? context.Finish(ExitCode.NothingEnforced, DriftHandler.NothingGoverned)
            : exitCode;
    }

    private int Disagreed() => context.Fail(ExitCode.Usage, "nothing was changed", "Agree with `yes`, or write --yes.");
}

/// <summary>The options of <c>rgp apply</c>.</summary>
/// <param name="File">A saved plan or a policy.</param>
/// <param name="Target">The connection; null for a plan's own.</param>
/// <param name="PasswordFile">A file with the password, <c>-</c> to ask, or null.</param>
/// <param name="Journal">Where changes are remembered, or null for the usual place.</param>
/// <param name="TakesOver">What others set may be replaced.</param>
/// <param name="Yes">Without asking.</param>
/// <param name="Json">A document instead of text.</param>
internal sealed record ApplyRequest(
    string File,
    string? Target,
    string? PasswordFile,
    string? Journal,
    bool TakesOver,
    bool Yes,
    bool Json
)
{
    /// <summary>At every replica of the availability groups behind the connection.</summary>
    public bool AllReplicas { get; init; }
}
