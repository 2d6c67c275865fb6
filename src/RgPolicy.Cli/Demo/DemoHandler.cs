using RgPolicy.Cli.Shell;
using RgPolicy.Cli.Targets;
using RgPolicy.Dbms.Recording;
using RgPolicy.Dbms.Replay;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Observe;
using RgPolicy.Language.Checking;
using RgPolicy.Language.Targets;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Replaying;

namespace RgPolicy.Cli.Demo;

/// <summary>The main job on the bundled recording: the same loop and engine as on a live server, with
/// nothing to enforce.</summary>
internal sealed class DemoHandler(CliContext context)
{
    private const string Rebuild =
        "Build it with the folder samples in place, or use: rgp replay RECORDING --policy POLICY";
    private const int MostExamples = 3;

    /// <summary>Plays it and reports.</summary>
    /// <returns>The exit code.</returns>
    public async Task<int> RunAsync(string dbms, string? targetName, bool json, CancellationToken cancellationToken)
    {
        var target = targetName is null ? null : await TargetResolver.FindAsync(context, targetName, cancellationToken);
        if (target is { Profile: null })
        {
            return context.Fail(target.ExitCode, target.Problem ?? "", TargetResolver.Next);
        }

        var bundle = DemoBundle.Of(dbms);
        if (bundle.OpenRecording() is not { } opening || bundle.ReadPolicy() is not { } text)
        {
            return context.Fail(ExitCode.Unreachable, "this build of rgp carries no recording to play", Rebuild);
        }

        return opening.Reader is { } reader
            ? await PlayAsync(bundle, reader, text, target?.Profile, json, cancellationToken)
            : context.Fail(ExitCode.Unreachable, opening.Problem?.Message ?? "", Rebuild);
    }

    private async Task<int> PlayAsync(
        DemoBundle bundle,
        RecordingReader reader,
        string text,
        TargetProfile? target,
        bool json,
        CancellationToken cancellationToken
    )
    {
        await using var observer = new ReplayObserver(reader, context.Time, null);
        var check = PolicyReader.Check(text, bundle.PolicyName, reader.Header.Host);
        if (check.Policy is not { } policy)
        {
            return context.Fail(ExitCode.Usage, "the bundled policy does not fit the recording's host", Rebuild);
        }

        var program = PolicyProgram.Compile(policy, reader.Header.Host);
        var examples = new DemoExamples();
        var outcome = await ReplayRun.RunAsync(observer, program, null, context.Time, examples.Take, cancellationToken);
        cancellationToken.ThrowIfCancellationRequested();
        var forecast = target is null ? null : DemoForecast.Of(target, cancellationToken);
        var report = new DemoReport(bundle, reader.Header, program, outcome, examples.Choose(MostExamples), forecast);
        if (json)
        {
            DemoJson.Write(context, report);
        }
        else
        {
            DemoText.Write(context, report);
        }

        return ExitCode.Success;
    }
}

/// <summary>Picks one query of each class while the recording plays: the first with a plan that was
/// decided for good.</summary>
internal sealed class DemoExamples
{
    private readonly Dictionary<int, DemoExample> _byClass = [];

    public void Take(TurnReport report)
    {
        foreach (var each in report.Governor.Queries)
        {
            var isTelling = !each.Decision.IsProvisional && each.Query.Plan.State == PlanState.Known;
            if (
                isTelling
                && !_byClass.ContainsKey(each.Decision.ClassIndex)
                && report.Governor.Explain(each.Query.ProcessId) is { } explanation
            )
            {
                _byClass.Add(each.Decision.ClassIndex, new DemoExample(each, explanation));
            }
        }
    }

    /// <summary>At most so many, of different pools first.</summary>
    public IReadOnlyList<DemoExample> Choose(int most)
    {
        var inOrder = _byClass.OrderBy(each => each.Key).Select(each => each.Value).ToList();
        var firstOfPool = inOrder.DistinctBy(each => each.Explanation.Pool, StringComparer.Ordinal).ToList();
        return [.. firstOfPool.Concat(inOrder.Except(firstOfPool)).Take(most)];
    }
}
