using System.ComponentModel;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace RgPolicy.Service.Windows;

/// <summary>An open handle of the service control manager or of a service.</summary>
[SupportedOSPlatform("windows")]
internal sealed class ServiceHandle : IDisposable
{
    private const uint OwnProcess = 0x10;
    private const uint Automatic = 2;
    private const uint LogFailureToStart = 1;
    private const uint Description = 1;
    private const uint Failures = 2;
    private const int Restart = 1;
    private const uint OneDay = 86_400;

    private readonly nint _handle;

    private ServiceHandle(nint handle) =>
        _handle = handle != 0 ? handle : throw new Win32Exception(Marshal.GetLastPInvokeError());

    /// <exception cref="Win32Exception">It may not be opened.</exception>
    public static ServiceHandle OpenManager(uint access) => new(Advapi.OpenServiceManager(null, null, access));

    /// <exception cref="Win32Exception">There is no such service, or it may not be opened.</exception>
    public ServiceHandle Open(string name, uint access) => new(Advapi.OpenService(_handle, name, access));

    /// <exception cref="Win32Exception">It exists already, or may not be made.</exception>
    public ServiceHandle Create(ServiceInstallation installation) =>
        new(
            Advapi.CreateService(
                _handle,
                installation.Name,
                installation.Title,
                Advapi.MayAll,
                OwnProcess,
                Automatic,
                LogFailureToStart,
                installation.CommandLine,
                null,
                0,
                null,
                installation.Account,
                null
            )
        );

    public void Describe(string text)
    {
        var pointer = Marshal.StringToHGlobalUni(text);
        try
        {
            Change(Description, pointer);
        }
        finally
        {
            Marshal.FreeHGlobal(pointer);
        }
    }

    /// <summary>After 1 s, 5 s and then always 30 s; a day without a failure begins anew.</summary>
    public void StartAgainAfterFailures()
    {
        FailureAction[] actions = [new(Restart, 1_000), new(Restart, 5_000), new(Restart, 30_000)];
        var pinned = GCHandle.Alloc(actions, GCHandleType.Pinned);
        try
        {
            Change(Failures, new FailureActions(OneDay, 0, 0, (uint)actions.Length, pinned.AddrOfPinnedObject()));
        }
        finally
        {
            pinned.Free();
        }
    }

    public void Start() => Check(Advapi.StartService(_handle, 0, 0));

    public void Stop() => Check(Advapi.ControlService(_handle, (uint)ServiceControl.Stop, out _));

    public void Delete() => Check(Advapi.DeleteService(_handle));

    public void Dispose() => Advapi.CloseServiceHandle(_handle);

    /// <summary>What is changed begins with the value or with a pointer to it.</summary>
    private void Change<TValue>(uint what, TValue value)
        where TValue : unmanaged
    {
        var pinned = GCHandle.Alloc(value, GCHandleType.Pinned);
        try
        {
            Check(Advapi.ChangeServiceConfig(_handle, what, pinned.AddrOfPinnedObject()));
        }
        finally
        {
            pinned.Free();
        }
    }

    private static void Check(bool done)
    {
        if (!done)
            throw new Win32Exception(Marshal.GetLastPInvokeError());
    }
}

/// <summary>SC_ACTION.</summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly record struct FailureAction(int Type, uint DelayMilliseconds);

/// <summary>SERVICE_FAILURE_ACTIONSW.</summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly record struct FailureActions(
    uint ResetSeconds,
    nint RebootMessage,
    nint Command,
    uint Count,
    nint Actions
);

/// <summary>How a service is installed.</summary>
/// <param name="Name">Such as RgPolicy.</param>
/// <param name="Title">As the list of services shows it.</param>
/// <param name="Description">A sentence.</param>
/// <param name="CommandLine">What is started, quoted.</param>
/// <param name="Account">Who it runs as; <c>NT SERVICE\NAME</c> is an account of its own without a password.</param>
internal sealed record ServiceInstallation(
    string Name,
    string Title,
    string Description,
    string CommandLine,
    string Account
);

/// <summary>What the service control manager tells a service (HandlerEx).</summary>
internal enum ServiceControl
{
    Stop = 1,

    /// <summary>Say how you are.</summary>
    Interrogate = 4,

    /// <summary>The host goes down.</summary>
    Shutdown = 5,

    /// <summary>Read your configuration again.</summary>
    ParameterChange = 6,
}
