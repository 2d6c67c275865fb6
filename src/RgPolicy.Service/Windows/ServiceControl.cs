namespace RgPolicy.Service.Windows;

/// <summary>What the service control manager tells a service (HandlerEx).</summary>
public enum ServiceControl
{
    /// <summary>Stop.</summary>
    Stop = 1,

    /// <summary>Say how you are.</summary>
    Interrogate = 4,

    /// <summary>The host goes down.</summary>
    Shutdown = 5,

    /// <summary>Read your configuration again.</summary>
    ParameterChange = 6,
}
