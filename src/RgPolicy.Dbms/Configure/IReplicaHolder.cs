using System.Collections.Immutable;

namespace RgPolicy.Dbms.Configure;

/// <summary>A server that may be one of several replicas.</summary>
public interface IReplicaHolder
{
    /// <summary>The replicas that the connection stands for, this server among them; empty where it is the only
    /// one.</summary>
    ImmutableArray<Replica> Replicas { get; }

    /// <summary>What this server is in its groups, such as <c>primary of sales</c>; empty where it is in
    /// none.</summary>
    string Role { get; }
}

/// <summary>One of the servers that keep the same databases; each has a configuration of its own.</summary>
/// <param name="Name">What the server calls itself.</param>
/// <param name="Target">The connection to this very server, without any secret.</param>
public sealed record Replica(string Name, string Target);
