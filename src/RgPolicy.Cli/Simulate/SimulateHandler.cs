using System.Globalization;
using RgPolicy.Cli.Live;
using RgPolicy.Cli.Policies;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Targets;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Targets;
using RgPolicy.Simulation.Mixes;
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

        var worse = report.Comparison.Policies[0].Worse.Select(each => each.Name).ToList();
        return request.FailOnWorse && worse.Count > 0
            ? context.Finish(
                ExitCode.Findings,
                $"Slower than ungoverned: {string.Join(", ", worse)}. Give their class a pool with more."
            )
            : ExitCode.Success;
    }
}
