namespace RgPolicy.Testing.PostgreSql;

/// <summary>What a private cluster is started with.</summary>
internal sealed record PostgresClusterOptions
{
    /// <summary>The major version (14 to 18), <see cref="PostgresVersions.OfTheDistribution"/>, or
    /// <see cref="PostgresVersions.Usual"/> unless told.</summary>
    public int? Version { get; init; }

    /// <summary>Lines of postgresql.conf, name to value (quoted by the cluster), over the cluster's own
    /// defaults.</summary>
    public ImmutableDictionary<string, string> Settings { get; init; } = ImmutableDictionary<string, string>.Empty;

    /// <summary>Libraries to preload, such as <c>pg_stat_statements</c>.</summary>
    public ImmutableArray<string> PreloadLibraries { get; init; } = [];

    /// <summary>Where the cluster's directory is made; the system's temporary folder unless told.</summary>
    public string? ParentDirectory { get; init; }

    /// <summary>The data directory that is copied, of a server that was stopped; what initdb makes unless
    /// told.</summary>
    public string? Template { get; init; }

    /// <summary>Leave the directory behind when the cluster is disposed, for a look at its log.</summary>
    public bool KeepDirectory { get; init; }
}
