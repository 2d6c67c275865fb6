using System.Globalization;
using System.Text;
using RgPolicy.Cli.Files;
using RgPolicy.Cli.Live;
using RgPolicy.Cli.Policies;
using RgPolicy.Cli.Recordings;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Targets;
using RgPolicy.Dbms.Recording;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Targets;
using RgPolicy.Simulation.Mixes;
using RgPolicy.Simulation.Running;

namespace RgPolicy.Cli.Simulate;

/// <summary>Plays a mix ungoverned and under policies, and compares.</summary>
internal sealed class SimulateHandler(CliContext context)
{
    private const string Recording = ".rgrec";
    private const string NextRecording = "Make a recording with: rgp record";
    private const string NextMix = "A mix is described in docs/simulation.md; samples/mixes has some.";

    /// <summary>Simulates and reports.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> RunAsync(SimulateRequest request, CancellationToken cancellationToken)
    {
        var target = await TargetResolver.FindAsync(context, request.Target, cancellationToken);
        if (target.Profile is not { } profile)
            return context.Fail(target.ExitCode, target.Problem ?? "", TargetResolver.Next);

        var (mix, exitCode) = await ReadMixAsync(request.Mix, profile, cancellationToken);
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

    private async Task<(Mix? Mix, int ExitCode)> ReadMixAsync(
        string path,
        TargetProfile target,
        CancellationToken cancellationToken
    )
    {
        if (path.EndsWith(Recording, StringComparison.OrdinalIgnoreCase))
            return ReadRecording(path, target, cancellationToken);

        var file = path == "-" ? InputFile.StandardInput : new InputFile(path, context.Resolve(path));
        var content = await FileContent.ReadAsync(context, file, MixReader.MostBytes, cancellationToken);
        if (content.Bytes is not { } bytes)
            return (
                null,
                context.Fail(ExitCode.Unreachable, content.Problem ?? "", "Check the mix's path and its permissions.")
            );
        var check =
            bytes.Length > MixReader.MostBytes
                ? new MixCheck(null, "it is larger than 4 MiB")
                : MixReader.Read(Encoding.UTF8.GetString(bytes));
        if (check.Mix is not { } mix)
            return (null, context.Fail(ExitCode.Usage, $"the mix `{path}` cannot be used: {check.Error}", NextMix));
        return MixFit.Problem(mix, target) is { } problem
            ? (null, context.Fail(ExitCode.Usage, $"the mix `{path}` does not fit the target: {problem}", NextMix))
            : (mix, ExitCode.Success);
    }

    private (Mix? Mix, int ExitCode) ReadRecording(
        string path,
        TargetProfile target,
        CancellationToken cancellationToken
    )
    {
        var opening = RecordingReader.Open(context.Resolve(path));
        if (opening.Reader is not { } reader)
            return (null, context.Fail(ExitCode.Unreachable, opening.Problem?.Message ?? "", NextRecording));

        using (reader)
        {
            var workload = WorkloadLook.Read(context, reader, cancellationToken);
            if (reader.Problem is { Kind: not RecordingProblemKind.Truncated } problem)
                return (null, context.Fail(ExitCode.Unreachable, problem.Message, NextRecording));
            return RecordedMix.Of(workload, target.Cores) is { } mix
                ? (mix, ExitCode.Success)
                : (null, context.Fail(ExitCode.Usage, $"nothing was recorded in `{path}` that lasted", NextRecording));
        }
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
