using System.Runtime.InteropServices;

namespace RgPolicy.Service.Windows;

/// <summary>SERVICE_STATUS.</summary>
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
