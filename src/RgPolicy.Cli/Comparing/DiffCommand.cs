using RgPolicy.Engine.Comparing;
using RgPolicy.Language.Analysis.Comparing;
using RgPolicy.Service.Replaying;

namespace RgPolicy.Cli.Comparing;

/// <summary><c>rgp diff</c>: compares two policies in meaning.</summary>
internal sealed class DiffCommand(CliContext context)
{
    private static readonly Argument<string> Old = new("OLD") { Description = "The policy before." };
    private static readonly Argument<string> New = new("NEW") { Description = "The policy after." };
    private static readonly Option<string?> Recorded = LiveOptions.Recording("--workload");
    private static readonly Option<bool> FailsOnChange = new("--fail-on-change")
    {
        Description = "Exits with 1 unless it is proved that nothing changes.",
    };

    private static readonly Option<string?> Profile = TargetResolver.CreateOption();

    public static Command Create(CliContext context) =>
        new RgpCommand(
            "diff",
            "Says what changes in meaning from one policy to another.",
            "rgp diff policies/htap.rgp policies/noll2018.rgp",
            "rgp diff policies/htap.rgp policies/noll2018.rgp --output json"
        )
        {
            Details =
                "Region by region, with a sample query each. With --recording: how many of its queries change class.",
            Ends =
            [
                new(ExitCode.Findings, "With --fail-on-change: the policies differ, or their equality is not proved."),
            ],
        }
            .Takes(Old, New, Recorded, FailsOnChange, Profile)
            .Does(new DiffCommand(context).RunAsync);

    private async Task<int> RunAsync(ParseResult result)
    {
        var (old, @new, target) = await PolicyPair.LoadAsync(
            context,
            result.GetRequiredValue(Old),
            result.GetRequiredValue(New),
            result.GetValue(Profile)
        );

        var difference = ProgramComparison.Compare(
            PolicyProgram.Compile(old, target),
            PolicyProgram.Compile(@new, target),
            context.Interrupt
        );
        WorkloadShare? share = null;
        if (result.GetValue(Recorded) is { } recording)
        {
            var (observer, host) = ObserverOpener.Replay(context, recording);
            await using (observer)
            {
                var programs = (PolicyProgram.Compile(old, host), PolicyProgram.Compile(@new, host));
                var outcome = await ReplayRun.RunAsync(
                    observer,
                    programs.Item1,
                    programs.Item2,
                    context.Time,
                    _ => { },
                    context.Interrupt
                );
                context.Interrupt.ThrowIfCancellationRequested();
                share = new WorkloadShare(outcome.Queries, outcome.Changes?.Length ?? 0);
            }
        }

        Print(
            result.WantsJson(),
            difference,
            share,
            new ProvedHost(target, HostReach.IsEveryHost([old, @new], target))
        );
        return result.GetValue(FailsOnChange) && !(difference.IsSame && difference.IsDecided)
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
                context.Output.WriteLine($"  such as {Printable.Of(SampleJson.Text(sample))}");
        }

        foreach (var omission in DifferenceText.Omissions(shown))
            context.Output.WriteLine(omission);

        context.Output.WriteLine(Printable.Of(DifferenceText.Conclude(difference)));
        if (host.Line is { } line)
            context.Output.WriteLine(Printable.Of(line));

        if (share is not null)
        {
            context.Output.WriteLine(
                Invariant($"{share.Changed} of {share.Queries} recorded queries change class ({share.Share:0.0%})")
            );
        }
    }
}
