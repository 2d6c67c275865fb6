using System.ComponentModel;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Microsoft.Win32;

namespace RgPolicy.Service.Windows;

/// <summary>The real Windows.</summary>
[SupportedOSPlatform("windows")]
internal sealed class WindowsServices : IWindowsServices
{
    private const int NotStartedByTheManager = 1063;
    private const uint OwnProcess = 0x10;
    private const uint AcceptsAll = 0x1 | 0x4 | 0x8;
    private const string Sources = @"SYSTEM\CurrentControlSet\Services\EventLog\Application\";

    // Every number has the text "%1" in this library, which comes with Windows.
    private const string MessageFile = @"%SystemRoot%\Microsoft.NET\Framework64\v4.0.30319\EventLogMessages.dll";

    // Windows keeps their addresses for the life of the process.
    private ServiceMain? _main;
    private HandlerEx? _handler;

    private delegate void ServiceMain(uint count, nint arguments);

    private delegate uint HandlerEx(uint control, uint eventType, nint eventData, nint context);

    /// <inheritdoc/>
    public bool Dispatch(string name, Action main)
    {
        _main = (_, _) => main();
        var text = Marshal.StringToHGlobalUni(name);
        try
        {
            ServiceTableEntry[] table = [new(text, Marshal.GetFunctionPointerForDelegate(_main)), default];
            return Advapi.StartServiceCtrlDispatcher(table)
                || (
                    Marshal.GetLastPInvokeError() is var error && error == NotStartedByTheManager
                        ? false
                        : throw new Win32Exception(error)
                );
        }
        finally
        {
            Marshal.FreeHGlobal(text);
        }
    }

    /// <inheritdoc/>
    public nint RegisterHandler(string name, Func<ServiceControl, int> handler)
    {
        _handler = (control, _, _, _) => (uint)handler((ServiceControl)control);
        var handle = Advapi.RegisterServiceCtrlHandlerEx(name, Marshal.GetFunctionPointerForDelegate(_handler), 0);
        return handle != 0 ? handle : throw new Win32Exception(Marshal.GetLastPInvokeError());
    }

    /// <inheritdoc/>
    public void SetStatus(nint handle, WindowsServiceStatus status)
    {
        var native = new NativeServiceStatus(
            OwnProcess,
            (uint)status.State,
            status.State == ServiceState.Running ? AcceptsAll : 0,
            (uint)status.ExitCode,
            0,
            (uint)status.Checkpoint,
            (uint)status.Patience.TotalMilliseconds
        );
        _ = Advapi.SetServiceStatus(handle, ref native);
    }

    /// <inheritdoc/>
    public void Report(string source, EventLogKind kind, int eventId, string message)
    {
        var log = Advapi.RegisterEventSource(null, source);
        if (log != 0)
        {
            _ = Advapi.ReportEvent(log, (ushort)kind, 0, (uint)eventId, 0, 1, 0, [message], 0);
            _ = Advapi.DeregisterEventSource(log);
        }
    }

    /// <inheritdoc/>
    public string? Install(ServiceInstallation installation)
    {
        return Try(() =>
        {
            using var manager = ServiceHandle.OpenManager(Advapi.MayCreate);
            using var service = manager.Create(installation);
            service.Describe(installation.Description);
            service.StartAgainAfterFailures();
            using var key = Registry.LocalMachine.CreateSubKey(Sources + installation.Name);
            key.SetValue("EventMessageFile", MessageFile, RegistryValueKind.ExpandString);
            key.SetValue("TypesSupported", 7, RegistryValueKind.DWord);
        });
    }

    /// <inheritdoc/>
    public string? Uninstall(string name) =>
        Try(() =>
        {
            using var manager = ServiceHandle.OpenManager(Advapi.MayConnect);
            using var service = manager.Open(name, Advapi.MayDelete);
            service.Delete();
            Registry.LocalMachine.DeleteSubKey(Sources + name, throwOnMissingSubKey: false);
        });

    /// <inheritdoc/>
    public string? Start(string name) =>
        Try(() =>
        {
            using var manager = ServiceHandle.OpenManager(Advapi.MayConnect);
            using var service = manager.Open(name, Advapi.MayStart);
            service.Start();
        });

    /// <inheritdoc/>
    public string? Stop(string name) =>
        Try(() =>
        {
            using var manager = ServiceHandle.OpenManager(Advapi.MayConnect);
            using var service = manager.Open(name, Advapi.MayStop);
            service.Stop();
        });

    private static string? Try(Action action)
    {
        try
        {
            action();
            return null;
        }
        catch (Exception failure) when (failure is Win32Exception or UnauthorizedAccessException or IOException)
        {
            return failure.Message;
        }
    }
}

/// <summary>What the service control manager is told.</summary>
/// <param name="State">How the service is.</param>
/// <param name="Checkpoint">Grows while it begins or ends, so that the manager sees that it goes on.</param>
/// <param name="Patience">How long the step may take.</param>
/// <param name="ExitCode">A Win32 error code; not 0 makes the manager's recovery act.</param>
internal readonly record struct WindowsServiceStatus(
    ServiceState State,
    int Checkpoint,
    TimeSpan Patience,
    int ExitCode
);

/// <summary>How a service is (SERVICE_STATUS).</summary>
internal enum ServiceState
{
    /// <summary>It does not run.</summary>
    Stopped = 1,

    Starting = 2,

    Stopping = 3,

    Running = 4,
}

/// <summary>What the service needs of Windows: its service control manager and its event log.</summary>
internal interface IWindowsServices
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
