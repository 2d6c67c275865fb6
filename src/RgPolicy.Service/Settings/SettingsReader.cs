using Microsoft.Extensions.Configuration;
using RgPolicy.Dbms.Connecting;
using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Dbms.SqlServer.Connect;

namespace RgPolicy.Service.Settings;

/// <summary>Turns configuration into settings; everything that is wrong is found at once, each with its key.</summary>
internal static class SettingsReader
{
    /// <summary>The section that everything is in.</summary>
    public const string Root = "RgPolicy";

    private const int LongestName = 40;
    private const int MostGraceSeconds = 86_400;
    private const string Targets = "Targets";

    private static readonly SearchValues<char> NameCharacters = SearchValues.Create(
        "abcdefghijklmnopqrstuvwxyz0123456789-_"
    );

    /// <summary>Whether a text can be a target's name: at most 40 small letters, digits, - and _.</summary>
    internal static bool IsTargetName(string text) =>
        text.Length is > 0 and <= LongestName && !text.AsSpan().ContainsAnyExcept(NameCharacters);

    public static SettingsReading Read(IConfiguration configuration, string baseDirectory)
    {
        List<SettingProblem> problems = [];
        var root = new SettingsSection(configuration.GetSection(Root), baseDirectory, problems);
        var settings = new ServiceSettings
        {
            RuntimeDirectory = root.FilePath("RuntimeDirectory"),
            StateDirectory = root.FilePath("StateDirectory"),
            Listen = ReadListen(root),
            TokenFile = root.FilePath("TokenFile"),
            Otlp = ReadOtlp(root.Child("Otlp")),
            Log = ReadLog(root.Child("Log")),
            Targets = [.. root.Children(Targets).Select(each => ReadTarget(each.Name, each.Section, root))],
        };
        root.RejectOthers();
        if (settings.Targets.IsEmpty)
        {
            root.Reject(
                Targets,
                """names no server: write "Targets": { "main": { "Policy": "FILE.rgp", "Connect": "postgres://..." } }"""
            );
        }

        return problems.Count == 0 ? new SettingsReading(settings, []) : new SettingsReading(null, [.. problems]);
    }

    private static ListenAddress? ReadListen(SettingsSection root)
    {
        if (root.Text("Listen") is not { } text)
            return null;

        var address = ListenAddress.Parse(text);
        if (address is null)
            root.Reject("Listen", $"`{text}`: give a port, 127.0.0.1:PORT or [::1]:PORT");

        return address;
    }

    private static OtlpSettings? ReadOtlp(SettingsSection otlp)
    {
        var protocol = otlp.Word("Protocol", ("http", OtlpProtocol.Http), ("grpc", OtlpProtocol.Grpc));
        var interval = otlp.Seconds("IntervalSeconds", least: 1, most: 3600);
        var endpoint = otlp.Text("Endpoint");
        otlp.RejectOthers();
        if (endpoint is null)
        {
            if (!otlp.IsEmpty)
                otlp.Reject(
                    "Endpoint",
                    "is missing: write http://HOST:4318/v1/metrics, or http://HOST:4317 with Protocol grpc"
                );
            return null;
        }

        // What an address carries besides host and path is written into logs by proxies: secrets belong into headers.
        if (
            !Uri.TryCreate(endpoint, UriKind.Absolute, out var address)
            || address is not { Scheme: "http" or "https", UserInfo: "", Query: "" }
        )
        {
            otlp.Reject(
                "Endpoint",
                "is not an http:// or https:// address without user and query; a token goes into "
                    + "OTEL_EXPORTER_OTLP_HEADERS"
            );
            return null;
        }

        return interval is { } seconds
            ? new OtlpSettings
            {
                Endpoint = address,
                Protocol = protocol,
                Interval = seconds,
            }
            : new OtlpSettings { Endpoint = address, Protocol = protocol };
    }

    private static LogSettings ReadLog(SettingsSection log)
    {
        var settings = new LogSettings
        {
            Format = log.Word("Format", ("text", LogFormat.Text), ("json", LogFormat.Json)),
            IsVerbose = log.Word("Verbose", ("false", false), ("true", true)),
            File = log.FilePath("File"),
        };
        log.RejectOthers();
        return settings;
    }

    private static TargetSettings ReadTarget(string name, SettingsSection target, SettingsSection root)
    {
        if (!IsTargetName(name))
            root.Reject($"{Targets}:{name}", "a target's name has at most 40 small letters, digits, - and _");

        var settings = new TargetSettings
        {
            Name = name,
            Policy = target.RequiredPath("Policy", "the policy's file"),
            ApprovePolicy = target.Word("ApprovePolicy", ("false", false), ("true", true)),
            Connect = ReadConnect(target),
            PasswordFile = target.FilePath("PasswordFile"),
            Level = target.Word(
                "Level",
                ("observe", GovernorLevel.Observe),
                ("advise", GovernorLevel.Advise),
                ("enforce", GovernorLevel.Enforce)
            ),
            MayCancel = target.Word("AllowCancel", ("false", false), ("true", true)),
            CancelGrace =
                target.Seconds("CancelGraceSeconds", least: 0, most: MostGraceSeconds) ?? LoopOptions.UsualCancelGrace,
            Sidecar = target.FilePath("Sidecar") ?? SidecarDefaults.SocketPath,
            SidecarState = target.FilePath("SidecarState") ?? SidecarDefaults.StateDirectory,
            ShowText = target.Word(
                "ShowText",
                (TextDisplayWord.None, TextDisplay.None),
                (TextDisplayWord.WithoutLiterals, TextDisplay.WithoutLiterals),
                (TextDisplayWord.Full, TextDisplay.Full)
            ),
            Minutes = target.FilePath("Minutes"),
            Simulated = target.FilePath("Simulated"),
            Audit = target.FilePath("Audit"),
        };
        if (settings.Connect.Length > 0 && ConnectionForm.Problem(settings.Connect) is { } problem)
            target.Reject("Connect", problem);

        if (settings is { MayCancel: true, Level: not GovernorLevel.Enforce })
            target.Reject("AllowCancel", "is for Level enforce only");

        target.RejectOthers();
        return settings;
    }

    private static string ReadConnect(SettingsSection target)
    {
        var connect = target.RequiredText(
            "Connect",
            "postgres://USER@HOST:PORT/DATABASE or sqlserver://LOGIN@HOST:PORT"
        );
        var (roles, types) = (target.Texts("TrustedRoles"), target.Texts("ClientBackendTypes"));
        var (exempt, governed) = (target.Texts("ExemptLogins"), target.Texts("GovernedLogins"));
        if (connect.Length == 0)
            return connect;
        return ConnectionText.WithLogins(
            ConnectionText.WithClientBackendTypes(ConnectionText.WithTrustedRoles(connect, roles), types),
            exempt,
            governed
        );
    }
}

/// <summary>Settings that were read, or everything that is wrong with them.</summary>
internal sealed record SettingsReading(ServiceSettings? Settings, ImmutableArray<SettingProblem> Problems);

/// <summary>How settings and options call what is shown of texts.</summary>
internal static class TextDisplayWord
{
    /// <summary>Nothing is shown.</summary>
    public const string None = "none";

    public const string WithoutLiterals = "no-literals";

    public const string Full = "full";
}

/// <summary>Whether the text of a connection has the form that its DBMS asks for; nothing is connected to.</summary>
internal static class ConnectionForm
{
    /// <summary>What is wrong with it and how to write it, or null.</summary>
    public static string? Problem(string url) =>
        url.StartsWith(SqlServerConnection.Scheme, StringComparison.OrdinalIgnoreCase)
            ? SqlServerConnection.Parse(url, static _ => null).Problem
        : MySqlServerConnection.IsOne(url) ? MySqlServerConnection.Parse(url, static _ => null).Problem
        : PostgresConnection.Parse(url, static _ => null).Problem;
}
