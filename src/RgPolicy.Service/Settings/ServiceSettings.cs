using System.Net;

namespace RgPolicy.Service.Settings;

/// <summary>Everything that a service is told at its start.</summary>
internal sealed record ServiceSettings
{
    /// <summary>The servers that it governs, by name; at least one.</summary>
    public required ImmutableArray<TargetSettings> Targets { get; init; }

    /// <summary>The directory of the targets' status sockets; null is the usual one.</summary>
    public string? RuntimeDirectory { get; init; }

    /// <summary>The directory of what outlives a restart: pauses, and what was changed in servers; null
    /// is the usual one.</summary>
    public string? StateDirectory { get; init; }

    /// <summary>Where the status page is served; null for nowhere.</summary>
    public ListenAddress? Listen { get; init; }

    /// <summary>The file of the token that orders from the console need; null takes none.</summary>
    public string? TokenFile { get; init; }

    /// <summary>Where metrics are sent; null for nowhere.</summary>
    public OtlpSettings? Otlp { get; init; }

    public LogSettings Log { get; init; } = new();
}

/// <summary>Where the status page is served: an address of this host and a port.</summary>
/// <param name="Endpoint">The address and the port; 0 lets the system choose one.</param>
internal sealed record ListenAddress(IPEndPoint Endpoint)
{
    /// <summary>Reads <c>PORT</c>, <c>localhost:PORT</c>, <c>127.0.0.1:PORT</c> or <c>[::1]:PORT</c>; a port alone
    /// means loopback.</summary>
    /// <returns>Null when the text is none of these.</returns>
    public static ListenAddress? Parse(string text)
    {
        var colon = text.LastIndexOf(':');
        var (host, port) = colon < 0 ? ("", text) : (text[..colon], text[(colon + 1)..]);
        if (!ushort.TryParse(port, NumberStyles.None, CultureInfo.InvariantCulture, out var number))
            return null;

        if (host is "" || string.Equals(host, "localhost", StringComparison.OrdinalIgnoreCase))
            return colon == 0 ? null : new ListenAddress(new IPEndPoint(IPAddress.Loopback, number));

        return IPAddress.TryParse(host, out var address) ? new ListenAddress(new IPEndPoint(address, number)) : null;
    }

    /// <summary>Whether a request's Host header may name this place: on loopback only loopback's own names, so that a
    /// page of another site cannot read this one by giving its own name this address.</summary>
    internal bool Accepts(string host) =>
        !IPAddress.IsLoopback(Endpoint.Address)
        || string.Equals(host, "localhost", StringComparison.OrdinalIgnoreCase)
        || (IPAddress.TryParse(host, out var address) && IPAddress.IsLoopback(address));
}

/// <summary>One server that a service governs.</summary>
internal sealed record TargetSettings : LoopOptions
{
    /// <summary>What it is called in files' names, messages and metrics: small letters, digits,
    /// <c>-</c> and <c>_</c>.</summary>
    public required string Name { get; init; }

    /// <summary>The connection, without a password.</summary>
    public required string Connect { get; init; }

    /// <summary>The file whose first line is the password, or null.</summary>
    public string? PasswordFile { get; init; }

    public string Sidecar { get; init; } = SidecarDefaults.SocketPath;

    /// <summary>The directory of the sidecar's journal.</summary>
    public string SidecarState { get; init; } = SidecarDefaults.StateDirectory;

    /// <summary>Where what happens is kept minute by minute; null is the usual place.</summary>
    public string? Minutes { get; init; }

    /// <summary>The file of a simulation that the console shows beside what was measured, or null.</summary>
    public string? Simulated { get; init; }
}

/// <summary>Where a service's log goes.</summary>
internal sealed record LogSettings
{
    public LogFormat Format { get; init; }

    /// <summary>Every single decision too.</summary>
    public bool IsVerbose { get; init; }

    /// <summary>A file beside standard error, or null; a full one (16 MiB) is numbered and the last
    /// eight are kept.</summary>
    public string? File { get; init; }
}

/// <summary>How a service's log looks.</summary>
internal enum LogFormat
{
    /// <summary>Lines to read; for the journal each with its priority, elsewhere with its time.</summary>
    Text,

    /// <summary>One JSON object per line, with event number and every value by name.</summary>
    Json,
}

/// <summary>Where metrics are sent by the OpenTelemetry protocol.</summary>
internal sealed record OtlpSettings
{
    /// <summary>The collector: the whole address over HTTP (http://HOST:4318/v1/metrics), host and port over gRPC
    /// (http://HOST:4317).</summary>
    public required Uri Endpoint { get; init; }

    public OtlpProtocol Protocol { get; init; }

    /// <summary>From one export to the next, 1 s to 1 h.</summary>
    public TimeSpan Interval { get; init; } = TimeSpan.FromSeconds(15);
}

/// <summary>How a collector is spoken to.</summary>
internal enum OtlpProtocol
{
    /// <summary>Protocol buffers over HTTP.</summary>
    Http,

    /// <summary>gRPC.</summary>
    Grpc,
}

/// <summary>What is wrong with one setting.</summary>
/// <param name="Key">The setting, as in <c>RgPolicy:Targets:main:Level</c>; empty for the file as a whole.</param>
/// <param name="Message">What is wrong and what would be right.</param>
internal sealed record SettingProblem(string Key, string Message)
{
    /// <summary>As a line of output.</summary>
    public override string ToString() => Key.Length == 0 ? Message : $"{Key}: {Message}";
}
