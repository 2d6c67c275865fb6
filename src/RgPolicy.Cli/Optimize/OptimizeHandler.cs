using System.Globalization;
using System.Text.Json;
using RgPolicy.Cli.Files;
using RgPolicy.Cli.Live;
using RgPolicy.Cli.Policies;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Simulate;
using RgPolicy.Cli.Targets;
using RgPolicy.Engine.Documents;
using RgPolicy.Host.Text;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Model;
using RgPolicy.Language.Targets;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Optimizing;

namespace RgPolicy.Cli.Optimize;

/// <summary>Searches a policy for a mix on a target, and writes it.</summary>
internal sealed class OptimizeHandler(CliContext context)
{
    private const string Next = "See: rgp optimize --help";

    /// <summary>Searches and reports.</summary>
    /// <returns>The exit code: 1 where nothing was found that no query loses by.</returns>
    public async Task<int> RunAsync(OptimizeRequest request, CancellationToken cancellationToken)
    {
        if (request is { OutputFile: { } name, Force: false } && File.Exists(context.Resolve(name)))
            return context.Fail(ExitCode.Usage, $"`{name}` exists", "Give another name, or --force.");

        var target = await TargetResolver.FindAsync(context, request.Target, cancellationToken);
        if (target.Profile is not { } profile)
            return context.Fail(target.ExitCode, target.Problem ?? "", TargetResolver.Next);
        var (mix, exitCode) = await new MixLoader(context).LoadAsync(request.Mix, profile, cancellationToken);
        if (mix is null)
            return exitCode;
        if (GoalOf(request, mix) is not { } goal)
            return context.Fail(
                ExitCode.Usage,
                $"`{request.Goal}` is neither mean nor worst nor a query of the mix",
                $"Its queries: {string.Join(", ", mix.Queries.Take(10).Select(each => each.Name))}"
            );

        var (first, problem) = await FirstAsync(request, mix, profile, cancellationToken);
        if (first is null)
            return problem;
        return Search(request, first, profile, mix, goal, cancellationToken) is { } report
            ? Finish(report)
            : context.Fail(
                ExitCode.Usage,
                "the mix has more events than a search can play",
                "Give it shorter `seconds`, or fewer clients."
            );
    }

    private static OptimizeGoal? GoalOf(OptimizeRequest request, Mix mix) =>
        request.Goal switch
        {
            "mean" => new OptimizeGoal(OptimizeGoalKind.Mean, null, request.MostLoss / 100),
            "worst" => new OptimizeGoal(OptimizeGoalKind.Worst, null, request.MostLoss / 100),
            var name => mix.Queries.Any(query => query.Name == name)
                ? new OptimizeGoal(OptimizeGoalKind.Query, name, request.MostLoss / 100)
                : null,
        };

    private async Task<(Policy? Policy, int ExitCode)> FirstAsync(
        OptimizeRequest request,
        Mix mix,
        TargetProfile target,
        CancellationToken cancellationToken
    )
    {
        if (request.From is { } path)
        {
            var choice = await PolicyLoader.LoadAsync(context, path, target, cancellationToken);
            return (choice.Policy, choice.ExitCode);
        }

        var check = PolicyReader.Check(Optimizer.FirstText(mix, target), "optimized.rgp", target);
        return check.Policy is { } policy
            ? (policy, ExitCode.Success)
            : (
                null,
                context.Fail(ExitCode.Usage, check.Diagnostics[0].Message, "Give a policy to begin with: --policy")
            );
    }

    private OptimizeReport? Search(
        OptimizeRequest request,
        Policy first,
        TargetProfile target,
        Mix mix,
        OptimizeGoal goal,
        CancellationToken cancellationToken
    )
    {
        var progress = new ProgressLine(context);
        var outcome = Optimizer.Search(
            first,
            target,
            mix,
            goal,
            request.Plays,
            part => progress.Show(() => string.Create(CultureInfo.InvariantCulture, $"searched {part * 100:0} %")),
            cancellationToken
        );
        progress.Clear();
        if (outcome is null)
            return null;
        var report = new OptimizeReport(request, target, mix, outcome, "");
        var head = OptimizeText.Lines(report).Select(line => $"// {SafeText.Escape(line)}\n");
        return report with { Text = string.Concat(head) + outcome.Text };
    }

    private int Finish(OptimizeReport report)
    {
        var file = report.Request.OutputFile;
        if (file is not null && OutputFile.Write(context.Resolve(file), file, report.Text) is { } problem)
            return context.Fail(ExitCode.Unreachable, problem, "Give another --out.");

        if (report.Request.Json)
            OptimizeJson.Write(context, report);
        else if (file is not null)
            OptimizeText.Write(context, report, file);
        else
            context.WriteDocument(report.Text);

        return report.Outcome.IsAllowed
            ? ExitCode.Success
            : context.Finish(
                ExitCode.Findings,
                "A query loses more than it may under every policy that was tried: --most-loss allows more."
            );
    }
}

/// <summary>Writes <c>rgp/optimize/1</c>.</summary>
internal static class OptimizeJson
{
    public static void Write(CliContext context, OptimizeReport report) =>
        JsonOutput.WriteDocument(context, "rgp/optimize/1", json => WriteMembers(json, report));

    private static void WriteMembers(Utf8JsonWriter json, OptimizeReport report)
    {
        var outcome = report.Outcome;
        json.WriteString("target", report.Target.Name);
        json.WriteString("for", report.Request.Goal);
        json.WriteNumber("gain", outcome.Goal);
        json.WriteNumber("gain_at_first", outcome.Before);
        json.WriteNumber("bound", outcome.Bound);
        json.WriteBoolean("allowed", outcome.IsAllowed);
        json.WriteNumber("plays", outcome.Plays);
        json.WriteBoolean("done", outcome.IsDone);
        json.WriteString("policy", report.Text);
        json.WriteObjects(
            "queries",
            outcome.Policy.Gains,
            gain =>
            {
                json.WriteString("query", gain.Name);
                if (gain.Gain is { } known)
                    json.WriteNumber("gain", known);
                else
                    json.WriteNull("gain");
            }
        );
    }
}
