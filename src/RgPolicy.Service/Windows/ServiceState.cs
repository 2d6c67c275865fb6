namespace RgPolicy.Service.Windows;

/// <summary>How a service is (SERVICE_STATUS).</summary>
public enum ServiceState
{
    /// <summary>It does not run.</summary>
    Stopped = 1,

    /// <summary>It begins.</summary>
    Starting = 2,

    /// <summary>It ends.</summary>
    Stopping = 3,

    /// <summary>It runs.</summary>
    Running = 4,
}
