using System.Runtime.InteropServices;

namespace RgPolicy.Testing.Stack;

/// <summary>The few system calls that tests need and .NET does not offer.</summary>
internal static partial class ProcessControl
{
    /// <summary>SIGHUP.</summary>
    public const int HangUp = 1;

    /// <summary>SIGINT.</summary>
    public const int Interrupt = 2;

    /// <summary>SIGKILL.</summary>
    public const int KillNow = 9;

    /// <summary>SIGALRM.</summary>
    public const int Alarm = 14;

    /// <summary>SIGTERM.</summary>
    public const int Terminate = 15;

    /// <summary>SIGCONT.</summary>
    public const int Continue = 18;

    /// <summary>SIGSTOP.</summary>
    public const int Stop = 19;

    /// <summary>Sends a signal; false when the process is gone.</summary>
    public static bool Signal(int processId, int signal) => Kill(processId, signal) == 0;

    /// <summary>The I/O priority as the kernel keeps it (class in the upper bits), or -1 when the
    /// process is gone.</summary>
    public static long IoPriority(int processId)
    {
        const int WhoProcess = 1;
        var call = RuntimeInformation.ProcessArchitecture == Architecture.Arm64 ? 31 : 252;
        return SystemCall(call, WhoProcess, processId);
    }

    [LibraryImport("libc", EntryPoint = "kill", SetLastError = true)]
    private static partial int Kill(int processId, int signal);

    [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
    private static partial long SystemCall(long number, long first, long second);
}
