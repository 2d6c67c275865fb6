using System.CommandLine.Parsing;
using RgPolicy.Dbms.Connecting;
using RgPolicy.Service.Control;
using RgPolicy.Service.Settings;

namespace RgPolicy.Cli.Shell;

/// <summary>Options that several commands share.</summary>
internal static class LiveOptions
{
    /// <summary><c>--server URI</c>.</summary>
    public static Option<string?> Connect(bool isRequired = false) => Server("--connect", isRequired);

    public static Option<string?> Server(string oldName, bool isRequired = false) =>
        new RenamedOption<string?>("--server", oldName)
        {
            Description =
                "The server, such as postgres://user@host/database, sqlserver://login@host:1433 or "
                + "mysql://login@host:3306; its password is taken from RGPOLICY_PASSWORD, or pgpass for PostgreSQL.",
            HelpName = "URI",
            Required = isRequired,
        };

    /// <summary><c>--trusted-role NAME</c>, as often as wanted.</summary>
    public static Option<string[]> TrustedRoles() =>
        new("--trusted-role")
        {
            Description =
                "A role of PostgreSQL whose tables and functions may be planned with RgPolicy's rights, as "
                + "trusted_roles in the connection; may be repeated.",
            HelpName = "NAME",
            Arity = ArgumentArity.ZeroOrMore,
        };

    /// <summary><c>--client-backend-type NAME</c>, as often as wanted.</summary>
    public static Option<string[]> ClientBackendTypes() =>
        new("--client-backend-type")
        {
            Description =
                "A type of PostgreSQL's background workers (pg_stat_activity.backend_type) that run users' SQL and "
                + "count as clients; may be repeated.",
            HelpName = "NAME",
            Arity = ArgumentArity.ZeroOrMore,
        };

    /// <summary>The connection that was given, with the roles that are trusted; null where none was given.</summary>
    public static string? ConnectOf(ParseResult result, Option<string?> connect, Option<string[]> trustedRoles) =>
        result.GetValue(connect) is { } uri
            ? ConnectionText.WithTrustedRoles(uri, result.GetValue(trustedRoles) ?? [])
            : null;

    /// <summary>The same, with the backend types that count as clients.</summary>
    public static string? ConnectOf(
        ParseResult result,
        Option<string?> connect,
        Option<string[]> trustedRoles,
        Option<string[]> clientBackendTypes
    ) =>
        ConnectOf(result, connect, trustedRoles) is { } uri
            ? ConnectionText.WithClientBackendTypes(uri, result.GetValue(clientBackendTypes) ?? [])
            : null;

    /// <summary><c>--exempt-login NAME</c>, as often as wanted.</summary>
    public static Option<string[]> ExemptLogins() =>
        new("--exempt-login")
        {
            Description =
                "A login of SQL Server that is never governed, as exempt_logins in the connection; a * at the end "
                + "stands for anything; may be repeated.",
            HelpName = "NAME",
            Arity = ArgumentArity.ZeroOrMore,
        };

    /// <summary><c>--governed-login NAME</c>, as often as wanted.</summary>
    public static Option<string[]> GovernedLogins() =>
        new("--governed-login")
        {
            Description =
                "A login of SQL Server that is governed whatever its roles, as governed_logins in the connection; a "
                + "* at the end stands for anything; may be repeated.",
            HelpName = "NAME",
            Arity = ArgumentArity.ZeroOrMore,
        };

    /// <summary><c>--password-file FILE</c>.</summary>
    public static Option<string?> PasswordFile() =>
        new("--password-file")
        {
            Description = "A file whose first line is the password; - asks for it.",
            HelpName = "FILE",
        };

    /// <summary><c>--recording FILE</c>.</summary>
    public static Option<string?> Recording(params string[] oldNames) =>
        new RenamedOption<string?>("--recording", oldNames)
        {
            Description = "A recording made by rgp record.",
            HelpName = "FILE",
        };

    /// <summary><c>--for DURATION</c>.</summary>
    public static Option<TimeSpan?> For() =>
        new("--for")
        {
            Description = "Stops by itself after this time, such as 30s, 10min or 2h.",
            HelpName = "DURATION",
            CustomParser = DurationOf,
        };

    /// <summary><c>--cancel-grace DURATION</c>.</summary>
    public static Option<TimeSpan?> CancelGrace() =>
        new("--cancel-grace")
        {
            Description =
                "No query is cancelled for this long after the start, such as 5min; 0s to cancel at once; 1 min "
                + "by default.",
            HelpName = "DURATION",
            CustomParser = DurationOrNone,
        };

    /// <summary><c>--show-text</c>, with or without a word.</summary>
    public static Option<string?> ShowText()
    {
        var option = new Option<string?>("--show-text")
        {
            Description =
                "Shows the beginning of each statement in status, page and log; no-literals puts ? for every literal.",
            HelpName = $"{TextDisplayWord.Full}|{TextDisplayWord.WithoutLiterals}",
            Arity = ArgumentArity.ZeroOrOne,
        };
        option.AcceptOnlyFromAmong(TextDisplayWord.Full, TextDisplayWord.WithoutLiterals);
        return option;
    }

    /// <summary>What is shown of texts: nothing unasked, all of it where nothing else is said.</summary>
    public static TextDisplay ShowTextOf(ParseResult result, Option<string?> option) =>
        (result.GetResult(option), result.GetValue(option)) switch
        {
            (null, _) => TextDisplay.None,
            (_, TextDisplayWord.WithoutLiterals) => TextDisplay.WithoutLiterals,
            _ => TextDisplay.Full,
        };

    /// <summary><c>--wait DURATION</c>.</summary>
    public static Option<TimeSpan?> Wait() =>
        new("--wait")
        {
            Description =
                "How long to wait for a server that does not yet answer, such as 2min; by default 1 min where it says "
                + "that it starts or recovers.",
            HelpName = "DURATION",
            CustomParser = DurationOrNone,
        };

    private static TimeSpan? DurationOrNone(ArgumentResult result) =>
        result.Tokens[0].Value is "0" or "0s" ? TimeSpan.Zero : DurationOf(result);

    private static TimeSpan? DurationOf(ArgumentResult result)
    {
        if (DurationText.TryParse(result.Tokens[0].Value, out var duration))
            return duration;

        result.AddError($"`{result.Tokens[0].Value}` is not a duration: write 30s, 10min or 2h.");
        return null;
    }

    /// <summary><c>--speed N</c>.</summary>
    public static Option<double?> Speed() =>
        new("--speed")
        {
            Description =
                "Plays a recording this many times as fast as it was recorded; without it as fast as possible.",
            HelpName = "N",
            CustomParser = result =>
            {
                var text = result.Tokens[0].Value;
                if (
                    double.TryParse(text, System.Globalization.CultureInfo.InvariantCulture, out var speed)
                    && speed is >= 0.01 and <= 1e6
                )
                    return speed;

                result.AddError($"`{text}` is not a speed: write a number from 0.01 to 1000000.");
                return null;
            },
        };

    /// <summary>Where the service is asked for its status.</summary>
    public static Option<string?> StatusSocketPath() =>
        new("--status-socket")
        {
            Description =
                "The service's socket. Default: /run/rgpolicy/service.sock for root, "
                + "$XDG_RUNTIME_DIR/rgpolicy/service.sock for others.",
            HelpName = "PATH",
        };

    /// <summary><c>--pause-file PATH</c>.</summary>
    public static Option<string?> PauseFile() =>
        new("--pause-file")
        {
            Description =
                "The file that keeps the pause. Default: /var/lib/rgpolicy/paused for root, "
                + "~/.local/state/rgpolicy/paused for others; with --status-socket one that belongs to it.",
            HelpName = "PATH",
        };

    /// <summary>The file that was given, or the one of the loop at a socket: each loop has its own.</summary>
    public static string PauseFileOf(CliContext context, string? given, string? socket)
    {
        if (given is not null)
            return context.Resolve(given);

        var usual = PauseSwitch.DefaultPath(context.IsRoot, context.EnvironmentVariable, Environment.UserName);
        var place = StatusSocketOf(context, socket);
        return place == StatusSocketOf(context, null) ? usual : PauseSwitch.PathOf(place, usual);
    }

    /// <summary>The place that was given, or the usual one.</summary>
    public static string StatusSocketOf(CliContext context, string? given) =>
        given is null
            ? StatusSocket.DefaultPath(context.IsRoot, context.EnvironmentVariable, Environment.UserName)
            : context.Resolve(given);
}

/// <summary>Durations as the policy language writes them: <c>500 ms</c>, <c>30s</c>, <c>10 min</c>; a
/// bare number is seconds.</summary>
internal static class DurationText
{
    private static readonly (string Unit, double Seconds)[] Units =
    [
        ("ms", 0.001),
        ("min", 60),
        ("s", 1),
        ("h", 3600),
        ("d", 86400),
    ];

    /// <summary>Reads one; false when it is none, not above zero or longer than a year.</summary>
    public static bool TryParse(string text, out TimeSpan duration)
    {
        var number = text.AsSpan().Trim();
        var factor = 1.0;
        foreach (var (unit, seconds) in Units)
        {
            if (number.EndsWith(unit, StringComparison.Ordinal))
            {
                number = number[..^unit.Length].TrimEnd();
                factor = seconds;
                break;
            }
        }

        var isNumber = double.TryParse(
            number,
            NumberStyles.AllowDecimalPoint,
            CultureInfo.InvariantCulture,
            out var count
        );
        var total = count * factor;
        duration = isNumber && total is > 0 and <= 366 * 86400 ? TimeSpan.FromSeconds(total) : TimeSpan.Zero;
        return duration > TimeSpan.Zero;
    }
}
