using System.Collections.Immutable;

namespace RgPolicy.Engine.Observe;

/// <summary>Who runs a query; absent text is empty. One instance per distinct session, so that it can
/// be compared by reference.</summary>
/// <param name="Login">The session's login, not a role that it set later.</param>
/// <param name="App">The application's name.</param>
/// <param name="Host">The client's address or name.</param>
/// <param name="Database">The database.</param>
/// <param name="IsSuperuser">A superuser or sysadmin: never governed unless a class names the login with
/// <c>exactly</c>.</param>
public sealed record SessionFacts(string Login, string App, string Host, string Database, bool IsSuperuser)
{
    /// <summary>The groups and roles that the login is in, whichever leads there; null where the server
    /// does not tell.</summary>
    public ImmutableArray<string>? Groups { get; init; }

    /// <summary>Whether the login is one of a domain's, which may be in groups that no server tells of others'
    /// sessions.</summary>
    public bool IsOfADomain => Login.Contains('\\') || Login.Contains('@');

    /// <summary>A background worker of the DBMS that runs users' statements and counts as a client,
    /// without having one.</summary>
    public bool IsBackgroundWorker { get; init; }
}
