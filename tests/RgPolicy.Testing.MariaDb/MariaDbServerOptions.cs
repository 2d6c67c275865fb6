namespace RgPolicy.Testing.MariaDb;

/// <summary>What a private server is started with.</summary>
internal sealed record MariaDbServerOptions
{
    /// <summary>Lines of the configuration, name to value, over the server's own defaults.</summary>
    public ImmutableDictionary<string, string> Settings { get; init; } = ImmutableDictionary<string, string>.Empty;

    /// <summary>A data directory that was made before, which is copied; null: one is made, which takes long where the
    /// machine is slow.</summary>
    public string? Template { get; init; }
}
