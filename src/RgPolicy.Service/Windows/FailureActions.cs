using System.Runtime.InteropServices;

namespace RgPolicy.Service.Windows;

/// <summary>SERVICE_FAILURE_ACTIONSW.</summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly record struct FailureActions(
    uint ResetSeconds,
    nint RebootMessage,
    nint Command,
    uint Count,
    nint Actions
);
