namespace RgPolicy.Service.Windows;

/// <summary>What the service needs of Windows: its service control manager and its event log.</summary>
public interface IWindowsServices
{
    /// <summary>Gives this thread to the manager, which calls the service on another one; returns when
    /// it has stopped.</summary>
    /// <returns>False when this process was not started by the manager.</returns>
    bool Dispatch(string name, Action main);

    /// <summary>Registers what takes the manager's controls and gives a Win32 error code.</summary>
    /// <returns>What <see cref="SetStatus"/> wants.</returns>
    nint RegisterHandler(string name, Func<ServiceControl, int> handler);

    /// <summary>Tells the manager how the service is.</summary>
    void SetStatus(nint handle, WindowsServiceStatus status);

    /// <summary>Writes to the event log; what cannot be written is lost.</summary>
    void Report(string source, EventLogKind kind, int eventId, string message);

    /// <summary>Makes the service, started with Windows, started again when it fails, and the event
    /// log's source.</summary>
    /// <returns>Why not, or null.</returns>
    string? Install(ServiceInstallation installation);

    /// <summary>Removes the service and the event log's source.</summary>
    /// <returns>Why not, or null.</returns>
    string? Uninstall(string name);

    /// <summary>Starts the service.</summary>
    /// <returns>Why not, or null.</returns>
    string? Start(string name);

    /// <summary>Tells the service to stop.</summary>
    /// <returns>Why not, or null.</returns>
    string? Stop(string name);
}
