using System.Globalization;
using RgPolicy.Cli.Live;
using RgPolicy.Cli.Policies;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Targets;
using RgPolicy.Engine.Compile;
using RgPolicy.Host.Text;
using RgPolicy.Language.Targets;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Outcomes;
using RgPolicy.Simulation.Running;

namespace RgPolicy.Cli.Simulate;

/// <summary>Plays a mix ungoverned and under policies, and compares.</summary>
internal sealed class SimulateHandler(CliContext context)
{
    /// <summary>Simulates and reports.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> RunAsync(SimulateRequest request, CancellationToken cancellationToken)
    {
        var target = await TargetResolver.FindAsync(context, request.Target, cancellationToken);
        if (target.Profile is not { } profile)
            return context.Fail(target.ExitCode, target.Problem ?? "", TargetResolver.Next);

        var (mix, exitCode) = await new MixLoader(context).LoadAsync(request.Mix, profile, cancellationToken);
        if (mix is null)
            return exitCode;

        var programs = new List<PolicyProgram>();
        foreach (var path in new[] { request.Policy, request.Against }.OfType<string>())
        {
            var choice = await PolicyLoader.LoadAsync(context, path, profile, cancellationToken);
            if (choice.Policy is not { } policy)
                return choice.ExitCode;
            programs.Add(PolicyProgram.Compile(policy, profile));
        }

        return Finish(Play(request, profile, mix, programs, cancellationToken), request);
    }

    private SimulateReport Play(
        SimulateRequest request,
        TargetProfile profile,
        Mix mix,
        List<PolicyProgram> programs,
        CancellationToken cancellationToken
    )
    {
        var progress = new ProgressLine(context);
        var comparison = Simulator.Compare(
            mix,
            profile,
            programs,
            request.Samples,
            part => progress.Show(() => string.Create(CultureInfo.InvariantCulture, $"simulated {part * 100:0} %")),
            cancellationToken
        );
        progress.Clear();
        return new SimulateReport(profile, mix, [.. programs], request.Samples, comparison);
    }

    private int Finish(SimulateReport report, SimulateRequest request)
    {
        Action<CliContext, SimulateReport> write = request.Format switch
        {
            SimulateFormat.Json => SimulateJson.Write,
            SimulateFormat.Html => SimulateHtml.Write,
            _ => SimulateText.Write,
        };
        write(context, report);

        var findings = request.FailOnWorse ? Findings(report.Comparison.Policies[0]) : "";
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
