namespace RgPolicy.Cli.Configure;

/// <summary>Which server a command is about.</summary>
/// <param name="Target">The connection.</param>
/// <param name="PasswordFile">A file with the password, <c>-</c> to ask, or null.</param>
/// <param name="Journal">Where changes are remembered, or null for the usual place.</param>
internal sealed record ServerChoice(string Target, string? PasswordFile, string? Journal)
{
    /// <summary>What <c>rgp facts</c> kept, instead of a server; else null.</summary>
    public string? Facts { get; init; }

    /// <summary>Every replica of the availability groups behind the connection, instead of one server.</summary>
    public bool AllReplicas { get; init; }

    /// <summary>What the server has to call itself: one of several replicas that all have their turn; else
    /// null.</summary>
    public string? Replica { get; init; }
}
