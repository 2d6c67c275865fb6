using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace RgPolicy.Service.Windows;

/// <summary>The functions of advapi32 that a service needs (winsvc.h, winbase.h).</summary>
[SupportedOSPlatform("windows")]
internal static partial class Advapi
{
    public const uint MayConnect = 0x1;
    public const uint MayCreate = 0x3;
    public const uint MayStart = 0x10;
    public const uint MayStop = 0x20;
    public const uint MayDelete = 0x10000;
    public const uint MayAll = 0xF01FF;

    private const string Library = "advapi32.dll";

    [LibraryImport(Library, EntryPoint = "StartServiceCtrlDispatcherW", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    internal static partial bool StartServiceCtrlDispatcher([In] ServiceTableEntry[] table);

    [LibraryImport(
        Library,
        EntryPoint = "RegisterServiceCtrlHandlerExW",
        SetLastError = true,
        StringMarshalling = StringMarshalling.Utf16
    )]
    internal static partial nint RegisterServiceCtrlHandlerEx(string name, nint handler, nint context);

    [LibraryImport(Library, SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    internal static partial bool SetServiceStatus(nint handle, ref NativeServiceStatus status);

    [LibraryImport(
        Library,
        EntryPoint = "OpenSCManagerW",
        SetLastError = true,
        StringMarshalling = StringMarshalling.Utf16
    )]
    internal static partial nint OpenServiceManager(string? machine, string? database, uint access);

    [LibraryImport(
        Library,
        EntryPoint = "OpenServiceW",
        SetLastError = true,
        StringMarshalling = StringMarshalling.Utf16
    )]
    internal static partial nint OpenService(nint manager, string name, uint access);

    [LibraryImport(
        Library,
        EntryPoint = "CreateServiceW",
        SetLastError = true,
        StringMarshalling = StringMarshalling.Utf16
    )]
    internal static partial nint CreateService(
        nint manager,
        string name,
        string title,
        uint access,
        uint type,
        uint start,
        uint errorControl,
        string commandLine,
        string? group,
        nint tag,
        string? dependencies,
        string account,
        string? password
    );

    [LibraryImport(Library, EntryPoint = "ChangeServiceConfig2W", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    internal static partial bool ChangeServiceConfig(nint service, uint what, nint value);

    [LibraryImport(Library, EntryPoint = "StartServiceW", SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    internal static partial bool StartService(nint service, uint count, nint arguments);

    [LibraryImport(Library, SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    internal static partial bool ControlService(nint service, uint control, out NativeServiceStatus status);

    [LibraryImport(Library, SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    internal static partial bool DeleteService(nint service);

    [LibraryImport(Library, SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    internal static partial bool CloseServiceHandle(nint handle);

    [LibraryImport(
        Library,
        EntryPoint = "RegisterEventSourceW",
        SetLastError = true,
        StringMarshalling = StringMarshalling.Utf16
    )]
    internal static partial nint RegisterEventSource(string? machine, string source);

    [LibraryImport(
        Library,
        EntryPoint = "ReportEventW",
        SetLastError = true,
        StringMarshalling = StringMarshalling.Utf16
    )]
    [return: MarshalAs(UnmanagedType.Bool)]
    internal static partial bool ReportEvent(
        nint log,
        ushort kind,
        ushort category,
        uint eventId,
        nint user,
        ushort texts,
        uint dataSize,
        string[] text,
        nint data
    );

    [LibraryImport(Library, SetLastError = true)]
    [return: MarshalAs(UnmanagedType.Bool)]
    internal static partial bool DeregisterEventSource(nint log);
}

/// <summary>The kind of an entry of the event log (ReportEvent).</summary>
internal enum EventLogKind
{
    /// <summary>Something failed.</summary>
    Error = 1,

    /// <summary>Something to look at.</summary>
    Warning = 2,

    /// <summary>Something to know.</summary>
    Information = 4,
}

[StructLayout(LayoutKind.Sequential)]
internal readonly record struct NativeServiceStatus(
    uint Type,
    uint State,
    uint Accepts,
    uint ExitCode,
    uint SpecificExitCode,
    uint Checkpoint,
    uint WaitHint
);

/// <summary>SERVICE_TABLE_ENTRYW.</summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly record struct ServiceTableEntry(nint Name, nint Main);
