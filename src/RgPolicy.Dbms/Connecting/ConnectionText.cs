namespace RgPolicy.Dbms.Connecting;

/// <summary>What may be said of a connection that is wrong. There may be a password anywhere in it: only what cannot be
/// one is repeated.</summary>
internal static class ConnectionText
{
    internal const string TrustedRoles = "trusted_roles";
    internal const string ClientBackendTypes = "client_backend_types";

    /// <summary>The parameter that names logins that are never governed.</summary>
    internal const string ExemptLogins = "exempt_logins";

    /// <summary>The parameter that names logins that are governed whatever their roles.</summary>
    internal const string GovernedLogins = "governed_logins";

    internal const int HighestPort = 65535;

    private const int LongestConnecting = 300;
    private const int LongestName = 30;

    /// <summary>A connection to PostgreSQL in which these roles are trusted beside those that it names
    /// itself.</summary>
    public static string WithTrustedRoles(string url, IReadOnlyCollection<string> roles) =>
        With(url, TrustedRoles, roles);

    /// <summary>A connection to PostgreSQL in which these backend types count as clients beside those
    /// that it names itself.</summary>
    public static string WithClientBackendTypes(string url, IReadOnlyCollection<string> types) =>
        With(url, ClientBackendTypes, types);

    /// <summary>A connection to SQL Server in which these logins are never governed, and those always, beside the ones
    /// that it names itself.</summary>
    /// <remarks><c>exempt</c>: logins that are never governed; a <c>*</c> at the end stands for anything.
    /// <c>governed</c>: logins that are governed whatever the roles that they may have; in the same form.</remarks>
    public static string WithLogins(
        string url,
        IReadOnlyCollection<string> exempt,
        IReadOnlyCollection<string> governed
    ) => With(With(url, ExemptLogins, exempt), GovernedLogins, governed);

    internal static string WrongParameter(string part, string kind, string known)
    {
        var name = part.Split('=')[0];
        if (
            name.Contains("pass", StringComparison.OrdinalIgnoreCase)
            || name.Contains("pwd", StringComparison.OrdinalIgnoreCase)
        )
        {
            return "a password in the connection can be seen by other users: leave it out and set RGPOLICY_PASSWORD "
                + "or RGPOLICY_PASSWORD_FILE";
        }

        return $"{(part.Contains('=', StringComparison.Ordinal) && IsWord(name) ? $"'{name}'" : "what is after the question mark")} is not understood in a {kind} connection: {known}";
    }

    /// <summary>The scheme of a connection where it has one, for a message.</summary>
    internal static string Scheme(string url)
    {
        var end = url.IndexOf("://", StringComparison.Ordinal);
        return end > 0 && IsWord(url[..end]) ? $"'{url[..end]}://...'" : "that";
    }

    /// <summary>A whole number from 1 on; null for anything else.</summary>
    internal static int? Number(string text, int most) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
        && number >= 1
        && number <= most
            ? number
            : null;

    /// <summary>How long making a connection may take, in seconds; null for another text. A step's limit may be given
    /// again, and three times as long the driver still takes.</summary>
    internal static TimeSpan? ConnectTimeout(string text) =>
        Number(text, LongestConnecting) is { } seconds ? TimeSpan.FromSeconds(seconds) : null;

    private static string With(string url, string name, IReadOnlyCollection<string> values) =>
        values.Count == 0
            ? url
            : $"{url}{(url.Contains('?', StringComparison.Ordinal) ? '&' : '?')}{name}={string.Join(',', values.Select(Uri.EscapeDataString))}";

    private static bool IsWord(string text) =>
        text.Length <= LongestName && text.All(each => char.IsAsciiLetter(each) || each == '_');
}
