namespace RgPolicy.Testing.SqlServer.Login;

/// <summary>A session: a client's, or one of the workload.</summary>
/// <param name="Id">Its number.</param>
/// <param name="Login">Who it is.</param>
/// <param name="App">The name that the client gave itself.</param>
/// <param name="Host">The client's host.</param>
/// <param name="Group">Its workload group's number, for as long as it lives.</param>
/// <param name="Connection">The connection's name.</param>
internal sealed record SessionRow(int Id, LoginRow Login, string App, string Host, int Group, Guid Connection)
{
    /// <summary>The database that the client named; empty where it named none.</summary>
    public string NamedDatabase { get; init; } = "";

    /// <summary>The database that it is in.</summary>
    public string Database { get; set; } = "master";

    /// <summary>When it began.</summary>
    public DateTime Began { get; init; }

    /// <summary>The batches that it has sent; each counts as a millisecond of processor time.</summary>
    public int Batches { get; set; }

    /// <summary>SET NOEXEC is on: nothing is executed but what turns it off.</summary>
    public bool IsIdle { get; set; }

    /// <summary>Cuts the client's connection; nothing for a session of the workload.</summary>
    public Action Cut { get; init; } = static () => { };
}
