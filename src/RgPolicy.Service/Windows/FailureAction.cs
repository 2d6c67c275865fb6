using System.Runtime.InteropServices;

namespace RgPolicy.Service.Windows;

/// <summary>SC_ACTION.</summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly record struct FailureAction(int Type, uint DelayMilliseconds);
