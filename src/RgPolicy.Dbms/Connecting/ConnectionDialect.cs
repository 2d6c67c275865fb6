namespace RgPolicy.Dbms.Connecting;

/// <summary>How the connections of one DBMS are written: <c>SCHEME://LOGIN@HOST:PORT/PATH?NAME=VALUE</c>.</summary>
/// <remarks><c>Schemes</c>: what such a connection begins with, such as <c>postgres://</c>. <c>Example</c>: what to
/// write in place of one that is wrong.</remarks>
internal sealed record ConnectionDialect<TOptions>(string Dbms, string[] Schemes, string Example, string Known)
    where TOptions : class, IConnectionOptions<TOptions>
{
    /// <summary>The connection to a place, without parameters.</summary>
    public required Func<ConnectionPlace, TOptions> At { get; init; }

    /// <summary>The connection with a parameter, of which name and value are given as they are written; null where
    /// there is none like it.</summary>
    public required Func<TOptions, string, string, TOptions?> With { get; init; }

    /// <summary>What is wrong with a parameter, beside that there is none like it.</summary>
    public Func<string, string?> Unknown { get; init; } = static _ => null;

    /// <summary>What is wrong with the whole; null where nothing is.</summary>
    public Func<TOptions, string?> Problem { get; init; } = static _ => null;

    public string Passwords { get; init; } = "RGPOLICY_PASSWORD or RGPOLICY_PASSWORD_FILE";

    /// <summary>What a connection begins with; null for one of another DBMS.</summary>
    public string? SchemeOf(string url) =>
        Array.Find(Schemes, each => url.StartsWith(each, StringComparison.OrdinalIgnoreCase));

    /// <summary>Reads a connection. The password comes from <c>RGPOLICY_PASSWORD</c>, else from the file that
    /// <c>RGPOLICY_PASSWORD_FILE</c> names; never from the URL, which other users could see in the process
    /// list.</summary>
    public ConnectionResult<TOptions> Read(string url, Func<string, string?> environment)
    {
        if (SchemeOf(url) is not { } scheme)
            return Wrong($"{ConnectionText.Scheme(url)} is not a {Dbms} connection: {Example}");
        var (place, query) = Cut(url[scheme.Length..], '?');
        var (authority, path) = Cut(place, '/');
        var at = authority.LastIndexOf('@');
        var user = at < 0 ? null : Uri.UnescapeDataString(authority[..at]);
        if (user?.Contains(':', StringComparison.Ordinal) == true)
            return Wrong($"a password in the connection can be seen by other users: leave it out and set {Passwords}");
        if (!TryCutPort(authority[(at + 1)..], out var host, out var port))
            return Wrong($"the port is not a number from 1 to 65535: {Example}");
        var options = At(new ConnectionPlace(user, host, port, Uri.UnescapeDataString(path)));
        foreach (var part in query.Split('&', StringSplitOptions.RemoveEmptyEntries))
        {
            var (name, value) = Cut(part, '=');
            if (With(options, name, value) is not { } changed)
                return Wrong(Unknown(part) ?? ConnectionText.WrongParameter(part, Dbms, Known));
            options = changed;
        }

        return Problem(options) is { } problem ? Wrong(problem)
            : environment("RGPOLICY_PASSWORD") is { Length: > 0 } password
                ? new ConnectionResult<TOptions>(options.WithPassword(password), null)
            : environment("RGPOLICY_PASSWORD_FILE") is { Length: > 0 } file ? PasswordFile.Read(options, file)
            : new ConnectionResult<TOptions>(options, null);
    }

    private static bool TryCutPort(string text, out string? host, out int? port)
    {
        var colon = text.LastIndexOf(':');
        var hasPort = colon > text.LastIndexOf(']');
        port = hasPort ? ConnectionText.Number(text[(colon + 1)..], ConnectionText.HighestPort) : null;
        host = Uri.UnescapeDataString((hasPort ? text[..colon] : text).Trim('[', ']'));
        host = host.Length == 0 ? null : host;
        return !hasPort || port is not null;
    }

    private static (string Before, string After) Cut(string text, char separator)
    {
        var at = text.IndexOf(separator, StringComparison.Ordinal);
        return at < 0 ? (text, "") : (text[..at], text[(at + 1)..]);
    }

    private static ConnectionResult<TOptions> Wrong(string message) => new(null, message);
}

/// <summary>Where a connection leads; null for what its text does not say.</summary>
/// <remarks><c>Path</c>: what is behind the host: a database, or an instance; empty for none.</remarks>
internal readonly record struct ConnectionPlace(string? User, string? Host, int? Port, string Path);

internal enum ConnectionEncryption
{
    /// <summary>TLS where the server offers it, as the server's own tools do it.</summary>
    Preferred,

    Off,

    /// <summary>TLS, whatever certificate the server shows.</summary>
    Required,

    /// <summary>TLS with a certificate that is checked, name included.</summary>
    Verified,
}
