using RgPolicy.Host.Text;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Running;

namespace RgPolicy.Cli.Simulate;

/// <summary><c>rgp simulate</c>: predicts what a policy does to a mix of queries.</summary>
internal sealed class SimulateCommand(CliContext context)
{
    private const int MostSamples = 1000;

    private static readonly Argument<string> PolicyPath = new("POLICY") { Description = "The policy." };
    private static readonly Option<string?> Profile = TargetResolver.CreateOption();

    private static readonly Option<string> OfMix = new("--mix")
    {
        Description =
            "What runs: a file in the form rgp/mix/1, a recording (.rgrec), a plan document or a folder of them.",
        HelpName = "MIX",
        Required = true,
    };

    private static readonly Option<string?> Against = new("--against")
    {
        Description = "Another policy to compare with.",
        HelpName = "FILE",
    };

    private static readonly Option<int> Samples = NumberOption.Create(
        "--samples",
        "Times that the mix is played again with drawn figures, for the intervals.",
        8,
        (0, MostSamples)
    );

    private static readonly Option<bool> FailOnWorse = new("--fail-on-worse")
    {
        Description = "Exits with 1 when a query is slower than ungoverned.",
    };

    private static readonly Option<string?> Format = FormatOption.Create<SimulateFormat>();

    public static Command Create(CliContext context) =>
        new RgpCommand(
            "simulate",
            "Predicts what a policy does to a mix of queries.",
            "rgp simulate policies/noll2018.rgp --profile broadwell_2s --mix samples/mixes/scan_aggregation.json",
            "rgp simulate policies/htap.rgp --mix mix.json --against policies/zeng2021.rgp --fail-on-worse"
        )
        {
            Details = "By a model of the machine's caches, memory and cores.",
            Ends = [new(ExitCode.Findings, "With --fail-on-worse: a query is slower than ungoverned.")],
        }
            .Takes(PolicyPath, Profile, OfMix, Against, Samples, FailOnWorse, Format)
            .Does(new SimulateCommand(context).RunAsync);

    private async Task<int> RunAsync(ParseResult result)
    {
        var profile = await TargetResolver.FindAsync(context, result.GetValue(Profile));
        var mix = await new MixLoader(context).LoadAsync(result.GetRequiredValue(OfMix), profile);
        var programs = new List<PolicyProgram>();
        foreach (var path in new[] { result.GetRequiredValue(PolicyPath), result.GetValue(Against) }.OfType<string>())
        {
            var policy = await PolicyLoader.LoadAsync(context, path, profile);
            programs.Add(PolicyProgram.Compile(policy, profile));
        }

        return Finish(Play(result, profile, mix, programs), result);
    }

    private SimulateReport Play(ParseResult result, TargetProfile profile, Mix mix, List<PolicyProgram> programs)
    {
        var progress = new ProgressLine(context);
        var comparison = Simulator.Compare(
            mix,
            profile,
            programs,
            result.GetValue(Samples),
            part => progress.Show(() => Invariant($"simulated {part * 100:0} %")),
            context.Interrupt
        );
        progress.Clear();
        return new SimulateReport(profile, mix, [.. programs], result.GetValue(Samples), comparison);
    }

    private int Finish(SimulateReport report, ParseResult result)
    {
        Action<CliContext, SimulateReport> write = FormatOption.Read<SimulateFormat>(result, Format) switch
        {
            SimulateFormat.Json => SimulateJson.Write,
            SimulateFormat.Html => SimulateHtml.Write,
            _ => SimulateText.Write,
        };
        write(context, report);

        var findings = result.GetValue(FailOnWorse) ? Findings(report.Comparison.Policies[0]) : "";
        return findings.Length > 0 ? context.Finish(ExitCode.Findings, findings) : ExitCode.Success;
    }

    // What nothing is known of may be slower too.
    private static string Findings(PolicyOutcome outcome)
    {
        var (worse, unknown) = (Names(outcome.Worse), Names(outcome.Unknown));
        return string.Join(
            ' ',
            new[]
            {
                worse.Length > 0 ? $"Slower than ungoverned: {worse}. Give their class a pool with more." : "",
                unknown.Length > 0
                    ? $"Not known whether slower: {unknown}. Give the mix `seconds` in which they run and that can be played whole."
                    : "",
            }.Where(each => each.Length > 0)
        );
    }

    private static string Names(IEnumerable<QueryGain> gains) =>
        string.Join(", ", gains.Select(each => SafeText.Escape(each.Name)));
}

/// <summary>The forms of a simulation's answer.</summary>
internal enum SimulateFormat
{
    Text,

    /// <summary><c>rgp/simulate/1</c>.</summary>
    Json,

    /// <summary>One HTML file with charts.</summary>
    Html,
}
