using System.CommandLine;
using RgPolicy.Cli.Live;
using RgPolicy.Cli.Shell;
using RgPolicy.Dbms.Connecting;
using RgPolicy.Host.Protocol;
using RgPolicy.Service.Settings;
using RgPolicy.Service.ThisHost;

namespace RgPolicy.Cli.Commands;

/// <summary><c>rgp run</c>.</summary>
internal static class RunCommand
{
    private static readonly Argument<string> Policy = new("POLICY") { Description = "The policy, a .rgp file." };

    private static readonly Option<string?> Reactions = new("--reactions")
    {
        Description = "Writes how fast each query was governed to this file, one JSON object per line.",
        HelpName = "FILE",
    };

    private static readonly Option<string?> Audit = new("--audit")
    {
        Description =
            "Appends everything that is changed, by whom and why, to this file as a chain of lines: see rgp audit.",
        HelpName = "FILE",
    };

    private static readonly Option<string?> Listen = new("--listen")
    {
        Description = "Serves the console and the metrics: a port on loopback, or ADDRESS:PORT.",
        HelpName = "[ADDRESS:]PORT",
    };

    private static readonly Option<string?> TokenFile = new("--token-file")
    {
        Description =
            "With --listen: takes orders from the console that carry the first line of this file, of mode 600.",
        HelpName = "FILE",
    };

    private static readonly Option<string?> Minutes = new("--minutes")
    {
        Description = "With --listen: keeps what happens in this file, minute by minute for 30 days; else in memory.",
        HelpName = "FILE",
    };

    private static readonly Option<string?> Simulated = new("--simulated")
    {
        Description = "With --listen: shows this simulation (rgp simulate --output json) beside what was measured.",
        HelpName = "FILE",
    };

    private static readonly Option<string> Sidecar = new("--sidecar")
    {
        Description = "The sidecar's socket.",
        HelpName = "PATH",
        DefaultValueFactory = _ => SidecarDefaults.SocketPath,
    };

    private static readonly Option<string> StateDirectory = new("--state-dir")
    {
        Description = "The directory of the sidecar's journal.",
        HelpName = "DIR",
        DefaultValueFactory = _ => SidecarDefaults.StateDirectory,
    };

    private static readonly Option<bool> AllowCancel = new("--allow-cancel")
    {
        Description = "Lets rules with `cancel` end queries; without it they only say that they would.",
    };

    private static readonly Option<bool> ApprovePolicy = new("--approve-policy")
    {
        Description = "A changed policy waits until it is approved: on the console, or by rgp reload.",
    };

    private static readonly Option<bool> Verbose = new("--verbose") { Description = "Logs every decision." };

    private static readonly Option<string> Level = CreateLevel();
    private static readonly Option<string?> Recording = LiveOptions.Recording();
    private static readonly Option<string?> Connect = LiveOptions.Connect();
    private static readonly Option<string?> PasswordFile = LiveOptions.PasswordFile();
    private static readonly Option<string[]> TrustedRoles = LiveOptions.TrustedRoles();
    private static readonly Option<string[]> ClientTypes = LiveOptions.ClientBackendTypes();
    private static readonly Option<TimeSpan?> CancelGrace = LiveOptions.CancelGrace();
    private static readonly Option<string?> ShowText = LiveOptions.ShowText();
    private static readonly Option<string[]> Exempt = LiveOptions.ExemptLogins();
    private static readonly Option<string[]> Governed = LiveOptions.GovernedLogins();
    private static readonly Option<double?> Speed = LiveOptions.Speed();
    private static readonly Option<TimeSpan?> Duration = LiveOptions.For();
    private static readonly Option<string?> StatusSocket = LiveOptions.StatusSocketPath();
    private static readonly Option<string?> PauseFile = LiveOptions.PauseFile();
    private static readonly Option<string?> Journal = ServerOptions.Journal();
    private static readonly Option<TimeSpan?> Wait = LiveOptions.Wait();

    private static readonly Option[] All =
    [
        Recording,
        Connect,
        TrustedRoles,
        ClientTypes,
        Exempt,
        Governed,
        PasswordFile,
        Wait,
        Level,
        Speed,
        Duration,
        Sidecar,
        StateDirectory,
        StatusSocket,
        PauseFile,
        Journal,
        Listen,
        TokenFile,
        Minutes,
        Simulated,
        Audit,
        Reactions,
        ApprovePolicy,
        AllowCancel,
        CancelGrace,
        ShowText,
        Verbose,
    ];

    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "run",
            "Watches a server and governs it by a policy.",
            "rgp run policies/htap.rgp --server postgres://rgpolicy@localhost/postgres --level advise",
            "rgp run policies/htap.rgp --server postgres://rgpolicy@localhost/postgres --level enforce --for 10min"
        )
        {
            Details = "Or plays a recording. It runs until it is interrupted.",
        };
        command.Arguments.Add(Policy);
        Array.ForEach(All, command.Options.Add);
        command.SetAction(
            (result, cancellationToken) =>
                new RunHandler(context).RunAsync(RequestOf(context, result), cancellationToken)
        );
        return command;
    }

    private static RunRequest RequestOf(CliContext context, ParseResult result) =>
        new RunRequest
        {
            Policy = result.GetRequiredValue(Policy),
            ApprovePolicy = result.GetValue(ApprovePolicy),
            Recording = result.GetValue(Recording),
            Connect = LiveOptions.ConnectOf(result, Connect, TrustedRoles, ClientTypes) is { } uri
                ? ConnectionText.WithLogins(uri, result.GetValue(Exempt) ?? [], result.GetValue(Governed) ?? [])
                : null,
            PasswordFile = result.GetValue(PasswordFile),
            Level = LevelOf(result.GetRequiredValue(Level)),
            MayCancel = result.GetValue(AllowCancel),
            CancelGrace = result.GetValue(CancelGrace) ?? TargetSettings.UsualCancelGrace,
            Speed = result.GetValue(Speed),
            For = result.GetValue(Duration),
            Wait = result.GetValue(Wait),
            Sidecar = new SidecarPlace(
                result.GetRequiredValue(Sidecar),
                context.Resolve(result.GetRequiredValue(StateDirectory)),
                context.InstallDirectory
            ),
            StatusSocket = LiveOptions.StatusSocketOf(context, result.GetValue(StatusSocket)),
            PauseFile = LiveOptions.PauseFileOf(context, result.GetValue(PauseFile), result.GetValue(StatusSocket)),
            Listen = result.GetValue(Listen),
            TokenFile = result.GetValue(TokenFile),
            Minutes = result.GetValue(Minutes),
            Simulated = result.GetValue(Simulated),
            Journal = result.GetValue(Journal),
            Audit = result.GetValue(Audit),
            Reactions = result.GetValue(Reactions),
            ShowText = LiveOptions.ShowTextOf(result, ShowText),
            Verbose = result.GetValue(Verbose),
            Json = result.WantsJson(),
        };

    private static Option<string> CreateLevel()
    {
        var level = new Option<string>("--level")
        {
            Description = "observe: only watch; advise: say what would be done; enforce: do it.",
            HelpName = "observe|advise|enforce",
            DefaultValueFactory = _ => "observe",
        };
        level.AcceptOnlyFromAmong("observe", "advise", "enforce");
        return level;
    }

    private static GovernorLevel LevelOf(string word) =>
        word switch
        {
            "enforce" => GovernorLevel.Enforce,
            "advise" => GovernorLevel.Advise,
            _ => GovernorLevel.Observe,
        };
}
