using RgPolicy.Cli.Simulate;
using RgPolicy.Host.Text;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Model;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Optimizing;

namespace RgPolicy.Cli.Optimize;

/// <summary><c>rgp optimize</c>: searches pool settings for a mix and writes a policy.</summary>
internal sealed class OptimizeCommand(CliContext context)
{
    private const int MostPlays = 10_000;

    private static readonly Option<string?> Profile = TargetResolver.CreateOption();

    private static readonly Option<string> OfMix = new("--mix")
    {
        Description = "What runs: a mix, a recording (.rgrec), a plan document or a folder of them.",
        HelpName = "MIX",
        Required = true,
    };

    private static readonly Option<string?> From = new RenamedOption<string?>("--policy", "--from")
    {
        Description = "The policy to begin with; without it one class and pool for each kind of plan in the mix.",
        HelpName = "FILE",
    };

    private static readonly Option<string> Goal = new RenamedOption<string>("--goal", "--for")
    {
        Description = "Whose gain: mean of all queries, worst of them, or a query by its name.",
        HelpName = "GOAL",
        DefaultValueFactory = _ => "mean",
    };

    private static readonly Option<int> MostLoss = NumberOption.Create(
        "--most-loss",
        "Percent that a query may be slower than ungoverned.",
        1,
        (0, 100)
    );

    private static readonly Option<int> Plays = NumberOption.Create(
        "--plays",
        "At most so many policies are simulated.",
        300,
        (1, MostPlays)
    );

    private static readonly Option<string?> Output = new RenamedOption<string?>("--out", "-o")
    {
        Description = "Writes the policy to this file, and prints what it gains.",
        HelpName = "FILE",
    };

    private static readonly Option<bool> Force = new("--force") { Description = "Overwrites the file." };

    public static Command Create(CliContext context) =>
        new RgpCommand(
            "optimize",
            "Searches pool settings for a mix and writes a policy.",
            "rgp optimize --mix samples/mixes/scan_aggregation.json --profile broadwell_2s",
            "rgp optimize --mix monday.rgrec --policy policies/htap.rgp --goal worst --out tuned.rgp"
        )
        {
            Details = "Cache shares, CPU weights and cores of pools, by simulation of a machine.",
            Ends = [new(ExitCode.Findings, "A query loses more than --most-loss under every policy that was tried.")],
        }
            .Takes(Profile, OfMix, From, Goal, MostLoss, Plays, Output, Force)
            .Does(new OptimizeCommand(context).RunAsync);

    /// <summary>Searches and reports.</summary>
    /// <returns>The exit code: 1 where nothing was found that no query loses by.</returns>
    private async Task<int> RunAsync(ParseResult result)
    {
        if (result.GetValue(Output) is { } name && !result.GetValue(Force) && File.Exists(context.Resolve(name)))
            return context.Fail(ExitCode.Usage, $"`{name}` exists", "Give another name, or --force.");

        var profile = await TargetResolver.FindAsync(context, result.GetValue(Profile));
        var mix = await new MixLoader(context).LoadAsync(result.GetRequiredValue(OfMix), profile);
        if (GoalOf(result, mix) is not { } goal)
            return context.Fail(
                ExitCode.Usage,
                $"`{result.GetRequiredValue(Goal)}` is neither mean nor worst nor a query of the mix",
                $"Its queries: {string.Join(", ", mix.Queries.Take(10).Select(each => each.Name))}"
            );

        var first = await FirstAsync(result.GetValue(From), mix, profile);
        return Search(result, first, profile, mix, goal) is { } report
            ? Finish(result, report)
            : context.Fail(
                ExitCode.Usage,
                "the mix has more events than a search can play",
                "Give it shorter `seconds`, or fewer clients."
            );
    }

    private static OptimizeGoal? GoalOf(ParseResult result, Mix mix)
    {
        var most = result.GetValue(MostLoss) / 100.0;
        return result.GetRequiredValue(Goal) switch
        {
            "mean" => new OptimizeGoal(OptimizeGoalKind.Mean, null, most),
            "worst" => new OptimizeGoal(OptimizeGoalKind.Worst, null, most),
            var name => mix.Queries.Any(query => query.Name == name)
                ? new OptimizeGoal(OptimizeGoalKind.Query, name, most)
                : null,
        };
    }

    private async Task<Policy> FirstAsync(string? from, Mix mix, TargetProfile target)
    {
        if (from is { } path)
            return await PolicyLoader.LoadAsync(context, path, target);

        var check = PolicyReader.Check(Optimizer.FirstText(mix, target), "optimized.rgp", target);
        return check.Policy
            ?? throw new CommandException(
                ExitCode.Usage,
                check.Diagnostics[0].Message,
                "Give a policy to begin with: --policy"
            );
    }

    private OptimizeReport? Search(ParseResult result, Policy first, TargetProfile target, Mix mix, OptimizeGoal goal)
    {
        var progress = new ProgressLine(context);
        var outcome = Optimizer.Search(
            first,
            target,
            mix,
            goal,
            result.GetValue(Plays),
            part => progress.Show(() => Invariant($"searched {part * 100:0} %")),
            context.Interrupt
        );
        progress.Clear();
        if (outcome is null)
            return null;
        var report = new OptimizeReport(result.GetRequiredValue(Goal), result.GetValue(MostLoss), target, outcome, "");
        var head = OptimizeText.Lines(report).Select(line => $"// {SafeText.Escape(line)}\n");
        return report with { Text = string.Concat(head) + outcome.Text };
    }

    private int Finish(ParseResult result, OptimizeReport report)
    {
        var file = result.GetValue(Output);
        if (file is not null)
            OutputFile.Need(context, file, report.Text);

        if (result.WantsJson())
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
        new JsonReport(context, "rgp/optimize/1").Write(json => WriteMembers(json, report));

    private static void WriteMembers(Utf8JsonWriter json, OptimizeReport report)
    {
        var outcome = report.Outcome;
        json.WriteString("target", report.Target.Name);
        json.WriteString("for", report.Goal);
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

/// <summary>What a search has to tell.</summary>
/// <param name="Goal">mean, worst, or a query's name.</param>
/// <param name="MostLoss">Percent that a query may lose.</param>
/// <param name="Target">The target.</param>
/// <param name="Outcome">What was found.</param>
/// <param name="Text">The policy, with the figures at its head.</param>
internal sealed record OptimizeReport(
    string Goal,
    double MostLoss,
    TargetProfile Target,
    OptimizeOutcome Outcome,
    string Text
);
