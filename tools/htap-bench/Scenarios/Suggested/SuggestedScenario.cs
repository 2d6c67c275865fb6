using RgPolicy.HtapBench.Measure;
using RgPolicy.HtapBench.Options;
using RgPolicy.HtapBench.Report;
using RgPolicy.HtapBench.Server;
using RgPolicy.Testing.Stack;

namespace RgPolicy.HtapBench.Scenarios.Suggested;

/// <summary>
/// Of each mix: records it, has a policy suggested from the recording alone, then runs it ungoverned, under the
/// hand-written policy and under the suggested one, in an order that goes round.
/// </summary>
internal sealed class SuggestedScenario(BenchServer server, BenchOptions options, AnalyticWeights weights)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(120);
    private static readonly TimeSpan Glance = TimeSpan.FromMilliseconds(50);

    public async Task<IReadOnlyList<SuggestedOutcome>> RunAsync(TextReport report, CancellationToken cancellationToken)
    {
        var directory = Directory.CreateTempSubdirectory("rgp-suggested-").FullName;
        try
        {
            var outcomes = new List<SuggestedOutcome>();
            foreach (var mix in SuggestedMix.All(options.Rate))
                outcomes.Add(await RunAsync(mix, directory, report, cancellationToken));
            return outcomes;
        }
        finally
        {
            if (!options.Keep)
                Directory.Delete(directory, recursive: true);
        }
    }

    private async Task<SuggestedOutcome> RunAsync(
        SuggestedMix mix,
        string directory,
        TextReport report,
        CancellationToken cancellationToken
    )
    {
        report.Begin(ScenarioNames.Suggested, mix.Name);
        var policy = Path.Combine(directory, "suggested.rgp");
        report.Line(await SuggestAsync(mix, Path.Combine(directory, "mix.rgrec"), policy, cancellationToken));
        var byHand = RunnerOf(mix, options.Policy);
        var suggested = RunnerOf(mix, policy);
        var free = RunnerOf(mix, options.Policy);
        var rounds = new List<SuggestedRound>();
        for (var round = 0; round < options.Pairs; round++)
        {
            var runs = new RunResult[3];
            for (var turn = 0; turn < runs.Length; turn++)
            {
                var which = (turn + round) % runs.Length;
                runs[which] = which switch
                {
                    0 => await free.RunAsync(mix.Mix, Arm.None, cancellationToken),
                    1 => await byHand.RunAsync(mix.Mix, Arm.Governed, cancellationToken),
                    _ => await suggested.RunAsync(mix.Mix, Arm.Governed, cancellationToken),
                };
            }

            rounds.Add(new SuggestedRound(runs[0], runs[1], runs[2]));
            SuggestedReport.Round(report, round, options.Pairs, rounds[^1]);
        }

        var outcome = new SuggestedOutcome(mix, rounds, options.Seed);
        SuggestedReport.End(report, outcome);
        return outcome;
    }

    /// <summary>Records an ungoverned run, and returns what was said of the policy that it gives.</summary>
    private async Task<string> SuggestAsync(
        SuggestedMix mix,
        string recording,
        string policy,
        CancellationToken cancellationToken
    )
    {
        File.Delete(recording);
        await using var recorder = ChildProgram.Start(
            ProductFiles.Rgp,
            [
                "record",
                "--server",
                server.Cluster.Url(BenchRoles.Observer, BenchServer.Database),
                "--out",
                recording,
                "--for",
                (options.WarmUpSeconds + options.Seconds).ToString(CultureInfo.InvariantCulture) + "s",
            ]
        );
        // Beside a full load it would start when that is over.
        for (var waited = TimeSpan.Zero; !File.Exists(recording) && waited < Patience; waited += Glance)
            await Task.Delay(Glance, cancellationToken);
        await RunnerOf(mix, options.Policy).RunAsync(mix.Mix, Arm.None, cancellationToken);
        if (!await recorder.WaitAsync(Patience) || recorder.ExitCode != 0)
            throw new InvalidOperationException("rgp record failed: " + recorder.Errors);
        await using var suggest = ChildProgram.Start(
            ProductFiles.Rgp,
            ["suggest", recording, "--out", policy, "--force"]
        );
        return await suggest.WaitAsync(Patience) && suggest.ExitCode == 0
            ? suggest.Output.TrimEnd()
            : throw new InvalidOperationException("rgp suggest failed: " + suggest.Errors);
    }

    private Runner RunnerOf(SuggestedMix mix, string policy) =>
        new(server, options with { Policy = policy, Tables = mix.Tables, Length = mix.Length }, weights);
}
