using RgPolicy.Host.Kernel;

namespace RgPolicy.Conformance.Hosts;

/// <summary>Where cases run: a double, or a kernel.</summary>
internal interface IConformanceHost : IDisposable
{
    /// <summary>Its files.</summary>
    IKernelTree Tree { get; }

    /// <summary>The number of the task that writes.</summary>
    int Self { get; }

    /// <summary>Starts a task of a user and returns its number.</summary>
    int StartTask(uint user);

    /// <summary>Starts a PID namespace and returns the number here of its first task.</summary>
    int StartNamespace();

    /// <summary>Writes a file as a task of that namespace; returns 0, or the error number.</summary>
    int WriteInside(int first, string path, string text);

    /// <summary>Reads a file as a task of that namespace.</summary>
    string ReadInside(int first, string path);

    /// <summary>Ends a task.</summary>
    void EndTask(int id);

    /// <summary>Makes all that follows that user's.</summary>
    void ActAs(uint user);

    /// <summary>Gives a file to a user; returns 0, or the error number.</summary>
    int ChangeOwner(string path, uint user);

    /// <summary>Mounts resctrl anew with other options; returns 0, or the error number.</summary>
    int Remount(string options);

    /// <summary>Unmounts resctrl; returns 0, or the error number.</summary>
    int Unmount();

    /// <summary>Takes a CPU offline, or brings it back.</summary>
    int SetOnline(int cpu, bool isOnline);

    /// <summary>Sets every group's own counter of an event; returns 0, or the error number.</summary>
    int SetCounters(string name, int units);

    /// <summary>Waits until monitoring numbers of removed groups are free again.</summary>
    void Settle();
}
