namespace RgPolicy.Service.Settings;

/// <summary>Where metrics are sent by the OpenTelemetry protocol.</summary>
public sealed record OtlpSettings
{
    /// <summary>The collector: the whole address over HTTP (http://HOST:4318/v1/metrics), host and port over gRPC
    /// (http://HOST:4317).</summary>
    public required Uri Endpoint { get; init; }

    /// <summary>How it is spoken to.</summary>
    public OtlpProtocol Protocol { get; init; }

    /// <summary>From one export to the next, 1 s to 1 h.</summary>
    public TimeSpan Interval { get; init; } = TimeSpan.FromSeconds(15);
}

/// <summary>How a collector is spoken to.</summary>
public enum OtlpProtocol
{
    /// <summary>Protocol buffers over HTTP.</summary>
    Http,

    /// <summary>gRPC.</summary>
    Grpc,
}
