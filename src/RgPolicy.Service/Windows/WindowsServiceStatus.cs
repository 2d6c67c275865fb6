namespace RgPolicy.Service.Windows;

/// <summary>What the service control manager is told.</summary>
/// <param name="State">How the service is.</param>
/// <param name="Checkpoint">Grows while it begins or ends, so that the manager sees that it goes on.</param>
/// <param name="Patience">How long the step may take.</param>
/// <param name="ExitCode">A Win32 error code; not 0 makes the manager's recovery act.</param>
public readonly record struct WindowsServiceStatus(ServiceState State, int Checkpoint, TimeSpan Patience, int ExitCode);
