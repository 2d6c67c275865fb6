using RgPolicy.Dbms.Recording;
using RgPolicy.Dbms.Replay;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Replaying;

namespace RgPolicy.Cli.Recordings;

/// <summary><c>rgp replay</c>: says what a policy would have done to a recording.</summary>
internal sealed class ReplayCommand(CliContext context)
{
    private static readonly Argument<string> Recording = new("RECORDING")
    {
        Description = "A recording made by rgp record.",
    };

    private static readonly Option<string> PolicyPath = PolicyLoader.CreateOption();

    private static readonly Option<string?> Against = new("--against")
    {
        Description = "Another policy to compare with.",
        HelpName = "FILE",
    };

    private static readonly Option<double?> Speed = LiveOptions.Speed();

    public static Command Create(CliContext context) =>
        new RgpCommand(
            "replay",
            "Says what a policy would have done to a recording.",
            "rgp replay monday.rgrec --policy policies/htap.rgp",
            "rgp replay monday.rgrec --policy policies/htap.rgp --against policies/noll2018.rgp --output json"
        )
        {
            Details = "And how another policy differs.",
        }
            .Takes(Recording, PolicyPath, Against, Speed)
            .Does(new ReplayCommand(context).RunAsync);

    private async Task<int> RunAsync(ParseResult result)
    {
        var (observer, target) = ObserverOpener.Replay(
            context,
            result.GetRequiredValue(Recording),
            result.GetValue(Speed)
        );
        await using (observer)
        {
            var program = await LoadAsync(result.GetRequiredValue(PolicyPath));
            var against = result.GetValue(Against) is { } path ? await LoadAsync(path) : null;
            return await PlayAsync(result, observer, (program, against));
        }

        async Task<PolicyProgram> LoadAsync(string path) =>
            (await LivePolicy.LoadAsync(context, path, target, isGuarded: false)).Program;
    }

    private async Task<int> PlayAsync(
        ParseResult result,
        ReplayObserver observer,
        (PolicyProgram Policy, PolicyProgram? Against) programs
    )
    {
        var progress = new ProgressLine(context);
        void Watch(TurnReport report) =>
            progress.Show(() => Invariant($"played {observer.Elapsed.TotalSeconds:0} s of the recording"));
        var outcome = await ReplayRun.RunAsync(
            observer,
            programs.Policy,
            programs.Against,
            context.Time,
            Watch,
            context.Interrupt
        );
        progress.Clear();
        context.Interrupt.ThrowIfCancellationRequested();
        if (result.WantsJson())
            ReplayJson.Write(context, outcome);
        else
            ReplayText.Write(context, programs.Policy, outcome);

        return Conclude(observer);
    }

    private int Conclude(ReplayObserver observer)
    {
        if (observer.Problem is not { } problem)
            return ExitCode.Success;

        if (problem.Kind != RecordingProblemKind.Truncated)
            return context.Fail(ExitCode.Unreachable, problem.Message, "The figures are of what could be read.");

        context.Error.WriteLine(problem.Message);
        return ExitCode.Success;
    }
}
