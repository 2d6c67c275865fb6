using NodaTime;
using RgPolicy.Cli.ServiceControl;
using RgPolicy.Documents.Why;
using RgPolicy.Service.Replaying;

namespace RgPolicy.Cli.Why;

/// <summary><c>rgp why</c>: why a query has its class and limits; one of a plan document, a recording, a server or the
/// running service.</summary>
internal sealed class WhyCommand(CliContext context)
{
    private const string Examples = "See rgp why --help for examples.";

    private const string Forms =
        "See rgp why --help: --recording FILE --query ID, --server URI --pid PID, or --pid PID alone.";

    private const string Ids =
        "See the ids with: rgp replay RECORDING --policy P --against P2, rgp demo or rgp status --output json.";

    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    private static readonly Option<string> PolicyPath = PolicyLoader.CreateOption(isRequired: false);

    private static readonly Option<string> Plan = new RenamedOption<string>("--query-plan", "--plan")
    {
        Description = "A plan document.",
        HelpName = "FILE",
    };

    public static readonly Option<int?> Statement = new("--statement")
    {
        Description = "Which statement of the document, from 0.",
        HelpName = "N",
    };

    public static readonly Option<string[]> Session = new("--session")
    {
        Description = "A session signal: app, login, host or database. May be repeated.",
        HelpName = "K=V",
    };

    public static readonly Option<string?> Profile = TargetResolver.CreateOption();
    public static readonly Option<Instant?> At = Moments.CreateOption();
    private static readonly Option<string?> Recording = LiveOptions.Recording();

    private static readonly Option<string?> Query = new("--query")
    {
        Description = "The query's id, as status, demo and replay print it.",
        HelpName = "ID",
    };

    private static readonly Option<string?> Connect = LiveOptions.Connect();
    private static readonly Option<string[]> TrustedRoles = LiveOptions.TrustedRoles();
    private static readonly Option<string[]> ClientTypes = LiveOptions.ClientBackendTypes();
    private static readonly Option<string?> PasswordFile = LiveOptions.PasswordFile();

    private static readonly Option<int?> ProcessId = new("--pid")
    {
        Description = "The server process that runs the query; without --server the running service is asked.",
        HelpName = "PID",
    };

    private static readonly Option<string?> StatusSocket = LiveOptions.StatusSocketPath();

    public static Command Create(CliContext context) =>
        new RgpCommand(
            "why",
            "Says why a query has its class and limits.",
            "rgp why --policy policies/htap.rgp --query-plan q6.json",
            "rgp why --policy policies/htap.rgp --query-plan q6.json --session \"app=Report Server\" --output json",
            "rgp why --policy policies/htap.rgp --server postgres://rgpolicy@localhost/postgres --pid 4711",
            "rgp why --pid 4711"
        )
        {
            Details = "Each class tried, what decided, and the effect of each setting.",
        }
            .Takes(PolicyPath, Plan, Statement, Session, Profile, At)
            .Takes(Recording, Query, Connect, TrustedRoles, ClientTypes, PasswordFile, ProcessId, StatusSocket)
            .Does(new WhyCommand(context).RunAsync);

    private Task<int> RunAsync(ParseResult result)
    {
        var (policy, plan) = (result.GetValue(PolicyPath), result.GetValue(Plan));
        var (recording, query, processId) = (
            result.GetValue(Recording),
            result.GetValue(Query),
            result.GetValue(ProcessId)
        );
        var connect = LiveOptions.ConnectOf(result, Connect, TrustedRoles, ClientTypes);
        var isLive = recording is not null || connect is not null || processId is not null || query is not null;
        return (recording, connect) switch
        {
            _ when plan is not null == isLive => throw Misused(
                "say which query: one of --query-plan, --recording with --query, --server with --pid, or --pid",
                Examples
            ),
            _ when plan is not null => OfPlanAsync(result, policy, plan),
            ({ }, { }) => throw Misused("--recording and --server exclude each other"),
            ({ }, _) when query is null => throw Misused("a recording needs --query ID"),
            (_, { }) when processId is null => throw Misused("a live server needs --pid PID"),
            (null, null) => FromServiceAsync(result),
            _ when policy is null => throw Misused("--policy P is missing"),
            ({ } file, _) => FromRecordingAsync(result, (file, query ?? ""), policy),
            (_, { } uri) => FromServerAsync(result, (uri, processId ?? 0), policy),
        };
    }

    private static CommandException Misused(string problem, string next = Forms) => new(ExitCode.Usage, problem, next);

    private Task<int> OfPlanAsync(ParseResult result, string? policy, string plan) =>
        policy is null
            ? throw Misused("--policy FILE is missing", Examples)
            : new WhyPlanHandler(context, result).RunAsync(policy, plan);

    private async Task<int> FromRecordingAsync(ParseResult result, (string File, string Query) asked, string policy)
    {
        var (observer, target) = ObserverOpener.Replay(context, asked.File);
        await using (observer)
        {
            var program = await LoadAsync(policy, target);
            var why = await WhyRecorded.RunAsync(observer, program, asked.Query, context.Time, context.Interrupt);
            return why is null
                ? context.Fail(ExitCode.Usage, $"there is no query {asked.Query} in {asked.File}", Ids)
                : Print(result, why);
        }
    }

    private async Task<int> FromServerAsync(ParseResult result, (string Uri, int ProcessId) asked, string policy)
    {
        var password = result.GetValue(PasswordFile);
        var (observer, target) = await ObserverOpener.NeedAsync(context, asked.Uri, password);
        await using (observer)
        {
            var program = await LoadAsync(policy, target);
            try
            {
                var why = await WhyWatched.RunAsync(
                    observer,
                    program,
                    asked.ProcessId,
                    context.Time,
                    context.Interrupt
                );
                return why is null
                    ? context.Fail(
                        ExitCode.Usage,
                        $"process {asked.ProcessId} runs no query on {observer.Server.Target}",
                        "It may have ended: see pg_stat_activity."
                    )
                    : Print(result, why);
            }
            catch (ObserveException failure)
            {
                return context.Fail(ExitCode.Unreachable, failure.Message, "Then try again.");
            }
        }
    }

    private async Task<PolicyProgram> LoadAsync(string path, TargetProfile target) =>
        (await LivePolicy.LoadAsync(context, path, target, isGuarded: false)).Program;

    private async Task<int> FromServiceAsync(ParseResult result)
    {
        var question = new StatusQuestion(StatusQuestionKind.Why, result.GetValue(ProcessId), result.GetValue(Query));
        var (problem, isAnswered) = ("", false);
        foreach (var service in ServiceOptions.Find(context, result.GetValue(StatusSocket), null, null))
        {
            var (document, error) = await StatusClient.AskAsync(service.Socket, question, Patience, context.Interrupt);
            using (document)
            {
                var refusal = document is null
                    ? null
                    : DocumentFormat.Read(document.RootElement, DocumentFormat.Error)?.Error;
                if (document is not null && refusal is null)
                    return Print(result, document.RootElement);

                isAnswered |= document is not null;
                problem = refusal ?? error ?? "";
            }
        }

        return isAnswered
            ? context.Fail(ExitCode.Usage, problem, Ids)
            : context.Fail(
                ExitCode.Unreachable,
                problem,
                "Start the service with rgp run, or give --server URI and --policy FILE."
            );
    }

    private int Print(ParseResult result, WhyDocument why)
    {
        if (result.WantsJson())
            JsonOutput.WriteDocument(context, why, DocumentFormat.Why);
        else
            WhyLiveText.Write(context, why);

        return ExitCode.Success;
    }

    private int Print(ParseResult result, JsonElement answer)
    {
        if (result.WantsJson())
        {
            // As it was answered: with what a newer service tells besides.
            JsonOutput.WriteValue(context, answer.WriteTo);
            return ExitCode.Success;
        }

        return DocumentFormat.Read(answer, DocumentFormat.Why) is { } why
            ? Print(result, why)
            : UnknownAnswer.Fail(context);
    }
}
