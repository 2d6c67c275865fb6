namespace RgPolicy.Service.Settings;

/// <summary>How a collector is spoken to.</summary>
public enum OtlpProtocol
{
    /// <summary>Protocol buffers over HTTP.</summary>
    Http,

    /// <summary>gRPC.</summary>
    Grpc,
}
