using System.Runtime.InteropServices;

namespace RgPolicy.Sidecar.Native;

/// <summary>Error numbers of Linux, the same on every processor that .NET runs on.</summary>
internal static class Errno
{
    internal const int NotPermitted = 1;
    internal const int NoEntry = 2;
    internal const int NoProcess = 3;
    internal const int Interrupted = 4;
    internal const int TryAgain = 11;
    internal const int AccessDenied = 13;
    internal const int Busy = 16;
    internal const int Exists = 17;
    internal const int NoSpace = 28;
    internal const int NotImplemented = 38;
    internal const int NotSupported = 95;

    /// <summary>The last call's error number.</summary>
    internal static int Last => Marshal.GetLastPInvokeError();

    /// <summary>An error number's text.</summary>
    internal static string Describe(int number) => Marshal.GetPInvokeErrorMessage(number);
}
