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
        Description = "Serves the console and the metrics, to read only: a port on loopback, or ADDRESS:PORT.",
        HelpName = "[ADDRESS:]PORT",
    };

    private static readonly Option<string?> Minutes = new("--minutes")
    {
        Description = "With --listen: keeps what happens in this file, minute by minute for 30 days; else in memory.",
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

    private static readonly Option<bool> Verbose = new("--verbose") { Description = "Logs every decision." };

    /// <summary>Creates the command.</summary>
    public static Command Create(CliContext context)
    {
        var command = new RgpCommand(
            "run",
            "Watches a server, or plays a recording, and governs it by a policy until it is interrupted.",
            "rgp run policies/htap.rgp --connect postgres://rgpolicy@localhost/postgres --level advise",
            "rgp run policies/htap.rgp --connect postgres://rgpolicy@localhost/postgres --level enforce --for 10min"
        );
        var level = new Option<string>("--level")
        {
            Description = "observe: only watch; advise: say what would be done; enforce: do it.",
            HelpName = "observe|advise|enforce",
            DefaultValueFactory = _ => "observe",
        };
        level.AcceptOnlyFromAmong("observe", "advise", "enforce");
        var (recording, connect, passwordFile) = (
            LiveOptions.Recording(),
            LiveOptions.Connect(),
            LiveOptions.PasswordFile()
        );
        var (trustedRoles, clientTypes) = (LiveOptions.TrustedRoles(), LiveOptions.ClientBackendTypes());
        var (cancelGrace, showText) = (LiveOptions.CancelGrace(), LiveOptions.ShowText());
        var (exempt, governed) = (LiveOptions.ExemptLogins(), LiveOptions.GovernedLogins());
        var (speed, duration, statusSocket) = (LiveOptions.Speed(), LiveOptions.For(), LiveOptions.StatusSocketPath());
        var (pauseFile, journal, wait) = (LiveOptions.PauseFile(), ServerOptions.Journal(), LiveOptions.Wait());
        command.Arguments.Add(Policy);
        Option[] options =
        [
            recording,
            connect,
            trustedRoles,
            clientTypes,
            exempt,
            governed,
            passwordFile,
            wait,
            level,
            speed,
            duration,
            Sidecar,
            StateDirectory,
            statusSocket,
            pauseFile,
            journal,
            Listen,
            Minutes,
            Audit,
            Reactions,
            AllowCancel,
            cancelGrace,
            showText,
            Verbose,
        ];
        Array.ForEach(options, command.Options.Add);
        command.SetAction(
            (result, cancellationToken) =>
                new RunHandler(context).RunAsync(
                    new RunRequest
                    {
                        Policy = result.GetRequiredValue(Policy),
                        Recording = result.GetValue(recording),
                        Connect = LiveOptions.ConnectOf(result, connect, trustedRoles, clientTypes) is { } uri
                            ? ConnectionText.WithLogins(
                                uri,
                                result.GetValue(exempt) ?? [],
                                result.GetValue(governed) ?? []
                            )
                            : null,
                        PasswordFile = result.GetValue(passwordFile),
                        Level = LevelOf(result.GetRequiredValue(level)),
                        MayCancel = result.GetValue(AllowCancel),
                        CancelGrace = result.GetValue(cancelGrace) ?? TargetSettings.UsualCancelGrace,
                        Speed = result.GetValue(speed),
                        For = result.GetValue(duration),
                        Wait = result.GetValue(wait),
                        Sidecar = new SidecarPlace(
                            result.GetRequiredValue(Sidecar),
                            context.Resolve(result.GetRequiredValue(StateDirectory)),
                            context.InstallDirectory
                        ),
                        StatusSocket = LiveOptions.StatusSocketOf(context, result.GetValue(statusSocket)),
                        PauseFile = LiveOptions.PauseFileOf(context, result.GetValue(pauseFile)),
                        Listen = result.GetValue(Listen),
                        Minutes = result.GetValue(Minutes),
                        Journal = result.GetValue(journal),
                        Audit = result.GetValue(Audit),
                        Reactions = result.GetValue(Reactions),
                        ShowText = LiveOptions.ShowTextOf(result, showText),
                        Verbose = result.GetValue(Verbose),
                        Json = result.WantsJson(),
                    },
                    cancellationToken
                )
        );
        return command;
    }

    private static GovernorLevel LevelOf(string word) =>
        word switch
        {
            "enforce" => GovernorLevel.Enforce,
            "advise" => GovernorLevel.Advise,
            _ => GovernorLevel.Observe,
        };
}
