using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.MySql.Poll;

/// <summary>A session whose names were read.</summary>
/// <param name="SessionId">The server's number of it.</param>
/// <param name="Facts">Its login, application and host.</param>
/// <param name="Exemption">Why it is never governed, or null.</param>
internal sealed record KnownSession(int SessionId, SessionFacts Facts, string? Exemption)
{
    /// <summary>The application's name was asked for.</summary>
    public bool IsAppRead { get; init; }

    /// <summary>True where these names are its own.</summary>
    public bool IsOf(MySqlTexts texts) =>
        Facts.Login == texts.User && Facts.Host == texts.Host && Facts.Database == texts.Database;
}
