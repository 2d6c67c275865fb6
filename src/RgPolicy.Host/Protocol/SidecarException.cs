namespace RgPolicy.Host.Protocol;

/// <summary>The sidecar cannot be reached, or refused a request; the message is for people and says
/// what to do.</summary>
public sealed class SidecarException : Exception
{
    /// <summary>What went wrong.</summary>
    public SidecarException(string message)
        : base(message) { }

    /// <summary>What went wrong, and its cause.</summary>
    public SidecarException(string message, Exception innerException)
        : base(message, innerException) { }
}
