namespace RgPolicy.Testing.SqlServer.Tds;

/// <summary>What lets clients in.</summary>
internal interface ITdsServer
{
    /// <summary>The release.</summary>
    Version Version { get; }

    /// <summary>Begins a session.</summary>
    /// <param name="login">Who wants in.</param>
    /// <param name="cut">Cuts the connection.</param>
    /// <exception cref="SqlFailure">The login is refused.</exception>
    Task<ITdsSession> LogInAsync(LoginRequest login, Action cut);
}
