using System.Collections.Immutable;
using System.Globalization;
using System.Net;

namespace RgPolicy.Service.Settings;

/// <summary>Everything that a service is told at its start.</summary>
public sealed record ServiceSettings
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

    /// <summary>The log.</summary>
    public LogSettings Log { get; init; } = new();
}

/// <summary>Where the status page is served: an address of this host and a port.</summary>
/// <param name="Endpoint">The address and the port; 0 lets the system choose one.</param>
public sealed record ListenAddress(IPEndPoint Endpoint)
{
    /// <summary>Reads <c>PORT</c>, <c>localhost:PORT</c>, <c>127.0.0.1:PORT</c> or <c>[::1]:PORT</c>; a port alone
    /// means loopback.</summary>
    /// <returns>Null when the text is none of these.</returns>
    public static ListenAddress? Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        var colon = text.LastIndexOf(':');
        var (host, port) = colon < 0 ? ("", text) : (text[..colon], text[(colon + 1)..]);
        if (!ushort.TryParse(port, NumberStyles.None, CultureInfo.InvariantCulture, out var number))
        {
            return null;
        }

        if (host is "" || string.Equals(host, "localhost", StringComparison.OrdinalIgnoreCase))
        {
            return colon == 0 ? null : new ListenAddress(new IPEndPoint(IPAddress.Loopback, number));
        }

        return IPAddress.TryParse(host, out var address) ? new ListenAddress(new IPEndPoint(address, number)) : null;
    }

    /// <summary>
    /// Whether a request's Host header may name this place: on loopback only loopback's own names, so that a page of
    /// another site cannot read this one by giving its own name this address.
    /// </summary>
    internal bool Accepts(string host) =>
        !IPAddress.IsLoopback(Endpoint.Address)
        || string.Equals(host, "localhost", StringComparison.OrdinalIgnoreCase)
        || (IPAddress.TryParse(host, out var address) && IPAddress.IsLoopback(address));
}
