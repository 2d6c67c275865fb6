namespace RgPolicy.Dbms.Configure;

/// <summary>One of the servers that keep the same databases; each has a configuration of its own.</summary>
/// <param name="Name">What the server calls itself.</param>
/// <param name="Target">The connection to this very server, without any secret.</param>
public sealed record Replica(string Name, string Target);
