namespace RgPolicy.Dbms.Configure;

/// <summary>Reads and changes the configuration of one server. Everything that it sends was written by
/// RgPolicy.</summary>
internal interface IConfigurator : IAsyncDisposable
{
    ServerIdentity Server { get; }

    TargetProfile Profile { get; }

    Task<ConfigurationReading> ReadAsync(CancellationToken cancellationToken);

    /// <summary>What would have to be done for a policy.</summary>
    Task<ChangePlan> PlanAsync(PolicyProgram program, bool takesOver, CancellationToken cancellationToken);

    /// <summary>What would have to be done to be back at a state that was read before.</summary>
    Task<ChangePlan> PlanBackAsync(JsonElement state, CancellationToken cancellationToken);

    /// <summary>What would have to be done so that nothing of RgPolicy's is in force, as fast as possible.</summary>
    Task<ChangePlan> PlanOffAsync(CancellationToken cancellationToken);

    Task ExecuteAsync(ChangeStep step, CancellationToken cancellationToken);

    /// <summary>Compares what is stored and what is in force with a goal.</summary>
    Task<Verification> VerifyAsync(JsonElement goal, CancellationToken cancellationToken);

    Task ReopenAsync(CancellationToken cancellationToken);
}

/// <summary>A configurator whose plans can take over what is not RgPolicy's on the server, in place of leaving it
/// alone.</summary>
internal interface IAdopter
{
    /// <summary>What would have to be done so that the policy governs what is taken over too.</summary>
    Task<ChangePlan> PlanAdoptionAsync(PolicyProgram program, Adoption adoption, CancellationToken cancellationToken);

    /// <summary>Reads the configuration with all that a plan with this goal changes.</summary>
    Task<ConfigurationReading> ReadForAsync(JsonElement goal, CancellationToken cancellationToken);
}

/// <summary>What a plan takes over of what is not RgPolicy's.</summary>
/// <param name="TakesOver">What others set may be replaced.</param>
/// <param name="OfOthers">What others made is lowered, replaced, and dropped once nothing uses it.</param>
/// <param name="DefaultPool">The pool whose settings the server's own pool and group get; null where they are left
/// alone.</param>
internal sealed record Adoption(bool TakesOver, bool OfOthers, string? DefaultPool)
{
    /// <summary>True where everything that is not RgPolicy's is left alone.</summary>
    public bool IsNone => !OfOthers && DefaultPool is null;
}

/// <summary>A server of which all that a plan depends on can be kept.</summary>
internal interface IFactsExport
{
    Task<string> ExportFactsAsync(DateTimeOffset now, CancellationToken cancellationToken);
}

/// <summary>One of the servers that keep the same databases; each has a configuration of its own.</summary>
internal sealed record Replica(string Name, string Target);

/// <param name="State">The part that RgPolicy may change, in the words of the DBMS.</param>
/// <param name="Digest">Recognises the whole, that of others included.</param>
internal sealed record ConfigurationReading(JsonElement State, string Digest);

/// <param name="Differences">What is not as it should be; empty after a change that succeeded.</param>
/// <param name="Waiting">What will go when the sessions that are in it have ended; its limits are lifted.</param>
internal sealed record Verification(ImmutableArray<string> Differences, ImmutableArray<string> Waiting);

/// <summary>A server's configuration could not be read or changed; the message is for people.</summary>
internal sealed class ConfigureException : Exception
{
    public ConfigureException(string message, string next, Exception? innerException = null)
        : base(message, innerException) => Next = next;

    public string Next { get; }

    /// <summary>True where the connection itself is gone, so that another may succeed.</summary>
    public bool IsLost { get; init; }

    /// <summary>True where a file of RgPolicy's own is damaged.</summary>
    internal bool IsDamage { get; init; }
}
