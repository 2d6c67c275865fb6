using RgPolicy.Cli.Live;
using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Terminal;
using RgPolicy.Dbms.Replay;
using RgPolicy.Engine.Comparing;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Analysis.Comparing;
using RgPolicy.Service.Replaying;

namespace RgPolicy.Cli.Comparing;

/// <summary>Compares two policies in meaning.</summary>
internal sealed class DiffHandler(CliContext context)
{
    /// <summary>Compares and prints.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> RunAsync(DiffRequest request, CancellationToken cancellationToken)
    {
        var pair = await PolicyPair.LoadAsync(context, request.Old, request.New, request.Target, cancellationToken);
        if (pair is not { Old: { } old, New: { } @new })
        {
            return pair.ExitCode;
        }

        var difference = ProgramComparison.Compare(
            PolicyProgram.Compile(old, pair.Target),
            PolicyProgram.Compile(@new, pair.Target),
            cancellationToken
        );
        WorkloadShare? share = null;
        if (request.Workload is { } recording)
        {
            var opened = ObserverOpener.Recording(context, recording, null);
            if (opened.Observer is not ReplayObserver observer)
            {
                return context.Fail(opened.Refusal);
            }

            await using (observer)
            {
                var programs = (PolicyProgram.Compile(old, opened.Target), PolicyProgram.Compile(@new, opened.Target));
                var outcome = await ReplayRun.RunAsync(
                    observer,
                    programs.Item1,
                    programs.Item2,
                    context.Time,
                    _ => { },
                    cancellationToken
                );
                cancellationToken.ThrowIfCancellationRequested();
                share = new WorkloadShare(outcome.Queries, outcome.Changes?.Length ?? 0);
            }
        }

        Print(
            request.Json,
            difference,
            share,
            new ProvedHost(pair.Target, HostReach.IsEveryHost([old, @new], pair.Target))
        );
        return request.FailsOnChange && !(difference.IsSame && difference.IsDecided)
            ? context.Finish(ExitCode.Findings, "The policies differ in meaning, or it is not proved that they do not.")
            : ExitCode.Success;
    }

    private void Print(bool isJson, PolicyDifference difference, WorkloadShare? share, ProvedHost host)
    {
        if (isJson)
        {
            DiffJson.Write(context, difference, share, host);
            return;
        }

        var shown = ShownDifference.Of(difference);
        foreach (var region in shown.Regions)
        {
            context.Output.WriteLine(DifferenceText.Describe(region));
            context.Output.WriteLine($"  where {Printable.Of(region.Condition)}");
            context.Output.WriteLine($"  such as {Printable.Of(SampleJson.Text(region.Sample))}");
        }

        foreach (var change in shown.Changes)
        {
            context.Output.WriteLine(Printable.Of(DifferenceText.Describe(change)));
            if (change.Sample is { } sample)
            {
                context.Output.WriteLine($"  such as {Printable.Of(SampleJson.Text(sample))}");
            }
        }

        foreach (var omission in DifferenceText.Omissions(shown))
        {
            context.Output.WriteLine(omission);
        }

        context.Output.WriteLine(Printable.Of(DifferenceText.Conclude(difference)));
        if (host.Line is { } line)
        {
            context.Output.WriteLine(Printable.Of(line));
        }

        if (share is not null)
        {
            context.Output.WriteLine(
                FormattableString.Invariant(
                    $"{share.Changed} of {share.Queries} recorded queries change class ({share.Share:0.0%})"
                )
            );
        }
    }
}

/// <summary>What <c>rgp diff</c> was asked for.</summary>
internal sealed record DiffRequest(
    string Old,
    string New,
    string? Workload,
    string? Target,
    bool Json,
    bool FailsOnChange
);
