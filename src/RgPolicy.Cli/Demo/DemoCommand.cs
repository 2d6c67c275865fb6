using System.CommandLine.Parsing;
using RgPolicy.Cli.Demo.Live;
using RgPolicy.Dbms.Recording;
using RgPolicy.Dbms.Replay;
using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Explain;
using RgPolicy.Engine.Observe;
using RgPolicy.Language.Checking;
using RgPolicy.Service.Loop;
using RgPolicy.Service.Replaying;

namespace RgPolicy.Cli.Demo;

/// <summary><c>rgp demo</c>: plays a recorded load by a policy that comes with it.</summary>
internal sealed class DemoCommand(CliContext context)
{
    private static readonly Option<string> Dbms = new Option<string>("--dbms")
    {
        Description = "The kind of server that was recorded.",
        HelpName = $"{DemoBundle.PostgreSql}|{DemoBundle.MariaDb}|{DemoBundle.SqlServer}",
        DefaultValueFactory = _ => DemoBundle.PostgreSql,
    }.AcceptOnlyFromAmong(DemoBundle.PostgreSql, DemoBundle.MariaDb, DemoBundle.SqlServer);

    private static readonly Option<string?> Profile = new RenamedOption<string?>("--profile", "--target")
    {
        Description = "Ends with what the policy would bring on this machine, by the model of rgp simulate.",
        HelpName = "NAME",
    };

    private static readonly Option<bool> Live = new("--live")
    {
        Description =
            "Starts a PostgreSQL under load on this machine, governs it off and on in turn, and removes it. It takes Linux, "
            + "PostgreSQL's programs, and root or a cgroup that this user may divide. It listens on no port and keeps every "
            + "processor busy.",
    };

    private static readonly Option<int> Seconds = NumberOption.Create(
        "--seconds",
        "With --live: how long it measures.",
        60,
        (12, 3600)
    );

    public static Command Create(CliContext context) =>
        new RgpCommand(
            "demo",
            "Plays a recorded load by a policy: no server, no rights.",
            "rgp demo --profile broadwell_2s",
            "rgp demo --dbms sqlserver --output json",
            "sudo rgp demo --live"
        )
        {
            Details = "The recording and the policy come with rgp; it stops by itself.",
            Ends = [new(ExitCode.Findings, "With --live: the policy was not in force, by what was read back.")],
        }
            .Takes(Dbms, Profile, Live, Seconds)
            .Checks(CheckLive)
            .Does(new DemoCommand(context).RunAsync);

    private const string Rebuild =
        "Build it with the folder samples in place, or use: rgp replay RECORDING --policy POLICY";
    private const int MostExamples = 3;

    private static void CheckLive(CommandResult command)
    {
        var isLive = command.GetValue(Live);
        if (isLive && (IsGiven(command, Dbms) || IsGiven(command, Profile)))
            command.AddError("--live takes neither --dbms nor --profile: it runs a PostgreSQL on this machine.");
        else if (!isLive && IsGiven(command, Seconds))
            command.AddError("--seconds is for --live only.");
    }

    private static bool IsGiven(CommandResult command, Option option) =>
        command.GetResult(option) is { Implicit: false };

    private async Task<int> RunAsync(ParseResult result)
    {
        if (result.GetValue(Live))
        {
            var length = TimeSpan.FromSeconds(result.GetValue(Seconds));
            return await new LiveDemo(context, length, result.WantsJson()).RunAsync();
        }

        var target = result.GetValue(Profile) is { } name ? await TargetResolver.FindAsync(context, name) : null;
        var bundle = DemoBundle.Of(result.GetRequiredValue(Dbms));
        if (bundle.OpenRecording() is not { } opening || bundle.ReadPolicy() is not { } text)
            return context.Fail(ExitCode.Unreachable, "this build of rgp carries no recording to play", Rebuild);

        return opening.Reader is { } reader
            ? await PlayAsync(bundle, reader, text, target, result.WantsJson())
            : context.Fail(ExitCode.Unreachable, opening.Problem?.Message ?? "", Rebuild);
    }

    private async Task<int> PlayAsync(
        DemoBundle bundle,
        RecordingReader reader,
        string text,
        TargetProfile? target,
        bool json
    )
    {
        await using var observer = new ReplayObserver(reader, context.Time, null);
        var check = PolicyReader.Check(text, bundle.PolicyName, reader.Header.Host);
        if (check.Policy is not { } policy)
            return context.Fail(ExitCode.Usage, "the bundled policy does not fit the recording's host", Rebuild);

        var program = PolicyProgram.Compile(policy, reader.Header.Host);
        var examples = new DemoExamples();
        var outcome = await ReplayRun.RunAsync(observer, program, null, context.Time, examples.Take, context.Interrupt);
        context.Interrupt.ThrowIfCancellationRequested();
        var forecast = target is null ? null : DemoForecast.Of(target, context.Interrupt);
        var report = new DemoReport(bundle, reader.Header, program, outcome, examples.Choose(MostExamples), forecast);
        if (json)
            DemoJson.Write(context, report);
        else
            DemoText.Write(context, report);

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
                _byClass.Add(each.Decision.ClassIndex, new DemoExample(each, explanation));
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

/// <summary>What the demo has to tell.</summary>
internal sealed record DemoReport(
    DemoBundle Bundle,
    RecordingHeader Header,
    PolicyProgram Program,
    ReplayOutcome Outcome,
    IReadOnlyList<DemoExample> Examples,
    DemoForecast? Forecast
);

/// <summary>One query of the demo with the reason for its class.</summary>
internal sealed record DemoExample(GovernedQuery Query, Explanation Explanation);
