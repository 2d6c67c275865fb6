using RgPolicy.Documents.Orders;
using RgPolicy.Service.Control;

namespace RgPolicy.Cli.ServiceControl;

/// <summary><c>rgp pause</c> and <c>rgp resume</c>; where no service answers, by the switch's file alone.</summary>
internal sealed class PauseCommand(CliContext context)
{
    private static readonly ServiceOptions Service = new();

    public static Command CreatePause(CliContext context) =>
        new RgpCommand(
            "pause",
            "Stops governing at once, until rgp resume.",
            "sudo rgp pause",
            "sudo rgp pause --instance main --output json"
        )
        {
            Details = "Everything is let go, also after a restart of the service.",
            Ends = [new(ExitCode.Findings, "The service does not do as ordered.")],
        }
            .Takes(Service.WithPauseFile)
            .Does(result => RunAsync(context, result, StatusQuestionKind.Pause));

    public static Command CreateResume(CliContext context) =>
        new RgpCommand("resume", "Governs again after rgp pause.", "sudo rgp resume", "sudo rgp resume --output json")
        {
            Ends = [new(ExitCode.Findings, "The service does not do as ordered.")],
        }
            .Takes(Service.WithPauseFile)
            .Does(result => RunAsync(context, result, StatusQuestionKind.Resume));

    private static Task<int> RunAsync(CliContext context, ParseResult result, StatusQuestionKind order) =>
        new PauseCommand(context).RunAsync(order, Service.Addresses(context, result), result.WantsJson());

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    /// <summary>Orders it and says what has become of it.</summary>
    /// <returns>The exit code: 1 when something did not work as it should, 3 when no service obeys.</returns>
    public Task<int> RunAsync(StatusQuestionKind order, ImmutableArray<ServiceAddress> addresses, bool isJson)
    {
        var talk = new ServiceTalk<PauseDocument>(context, DocumentFormat.Pause)
        {
            PrintText = Print,
            Conclude = answer => Conclude(answer, order),
            WithoutAnswer = (address, error) => WithoutService(order, address.PauseFile, error),
        };
        return talk.AskAsync(addresses, new StatusQuestion(order), Patience, isJson);
    }

    private int WithoutService(StatusQuestionKind order, string file, string error)
    {
        var pause = new PauseSwitch(file);
        var isPause = order == StatusQuestionKind.Pause;
        var problem = isPause
            ? pause.TurnOn("user " + Environment.UserName, context.Time.GetUtcNow())
            : pause.TurnOff();
        if (problem is not null)
        {
            return context.Fail(
                ExitCode.Unreachable,
                $"{error} {file}: {problem}",
                "Try again as root, or name the file with --pause-file."
            );
        }

        var kept = isPause
            ? $"{file} was made: a service that hangs is let go by the sidecar's lease, one that starts begins paused."
            : $"{file} is gone: a service that starts enforces.";
        return context.Fail(ExitCode.Unreachable, error, kept + " See what is governed with: rgp host status");
    }

    private void Print(PauseDocument answer) => context.Output.WriteLine(Describe(answer));

    private int Conclude(PauseDocument answer, StatusQuestionKind order)
    {
        var isPause = order == StatusQuestionKind.Pause;
        if (answer.Paused != isPause || answer.Warning is not null)
            return context.Fail(ExitCode.Findings, answer.Warning ?? "the service does not follow", "See rgp status.");

        return isPause && answer.GovernedProcesses is > 0 and var left
            ? context.Fail(
                ExitCode.Findings,
                $"{left} processes are still governed",
                "Undo it without the service: sudo rgp host reset"
            )
            : ExitCode.Success;
    }

    private static string Describe(PauseDocument answer)
    {
        if (answer.Paused != true)
            return "The policy is enforced.";

        var since = answer.Since is { } time ? Invariant($" since {time:yyyy-MM-dd HH:mm:ss}Z") : "";
        var by = answer.By is { } who ? " by " + Printable.Of(who) : "";
        var governed = answer.GovernedProcesses is { } count
            ? Invariant($"{count} processes are governed, read back.")
            : "The sidecar does not say what is governed.";
        return $"Paused{since}{by}. {governed}";
    }
}
