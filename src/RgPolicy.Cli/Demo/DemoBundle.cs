using RgPolicy.Dbms.Recording;

namespace RgPolicy.Cli.Demo;

/// <summary>A recording and a policy inside the executable.</summary>
/// <param name="RecordingName">What messages call the recording.</param>
/// <param name="PolicyName">What messages call the policy.</param>
/// <param name="Connection">How a server of this kind is named.</param>
internal sealed record DemoBundle(string RecordingName, string PolicyName, string Connection)
{
    /// <summary>The word for a PostgreSQL server.</summary>
    public const string PostgreSql = "postgresql";

    public const string SqlServer = "sqlserver";

    public const string MariaDb = "mariadb";

    private const string Policy = "policies/htap.rgp";

    public static DemoBundle Of(string dbms) =>
        dbms switch
        {
            SqlServer => new DemoBundle(
                "samples/sqlserver/mixed.rgrec",
                "samples/sqlserver/plan_classes.rgp",
                "sqlserver://LOGIN@localhost"
            ),
            MariaDb => new DemoBundle("samples/mariadb.rgrec", Policy, "mysql://LOGIN@localhost"),
            _ => new DemoBundle("samples/htap.rgrec", Policy, "postgres://USER@localhost/postgres"),
        };

    /// <summary>The server limits by its own configuration and hints; no query is moved.</summary>
    public bool IsConfigured => Connection.StartsWith(SqlServer, StringComparison.Ordinal);

    /// <summary>The recording; null in a build without one.</summary>
    public RecordingResult? OpenRecording() =>
        Open(RecordingName) is { } stream ? RecordingReader.Open(stream, RecordingName) : null;

    /// <summary>The policy's text; null in a build without one.</summary>
    public string? ReadPolicy()
    {
        if (Open(PolicyName) is not { } stream)
            return null;

        using var reader = new StreamReader(stream, Encoding.UTF8);
        return reader.ReadToEnd();
    }

    /// <summary>The mix that is simulated; null in a build without one.</summary>
    public static string? ReadMix()
    {
        if (Open("reporting.json") is not { } stream)
            return null;

        using var reader = new StreamReader(stream, Encoding.UTF8);
        return reader.ReadToEnd();
    }

    private static Stream? Open(string name) =>
        typeof(DemoBundle).Assembly.GetManifestResourceStream(Path.GetFileName(name));
}
