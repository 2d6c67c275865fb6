using System.Runtime.InteropServices;

namespace RgPolicy.Service.Windows;

/// <summary>SERVICE_TABLE_ENTRYW.</summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly record struct ServiceTableEntry(nint Name, nint Main);
