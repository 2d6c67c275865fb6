using System.Diagnostics;
using RgPolicy.Host.Facts;
using RgPolicy.Host.Kernel;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Conformance.Hosts;

/// <summary>The kernel that runs here, written to by the code of the sidecar. Everything happens on one
/// thread.</summary>
internal sealed partial class MachineHost : IConformanceHost
{
    private const nint SetUsers = 117;
    private const nint ThreadId = 186;
    private readonly Dictionary<int, Process> _tasks = [];
    private string _options = string.Empty;

    public IKernelTree Tree => MachineTree.Here;

    public int Self => (int)Libc.SystemCall(ThreadId, 0, 0, (nint)0);

    public int StartTask(uint user)
    {
        var number = user.ToString(CultureInfo.InvariantCulture);
        string[] command =
            user == 0
                ? ["sleep", "10000"]
                : ["setpriv", "--reuid=" + number, "--regid=" + number, "--clear-groups", "sleep", "10000"];
        var process =
            Process.Start(new ProcessStartInfo(command[0], command[1..]))
            ?? throw new InvalidOperationException("no task can be started");
        _tasks[process.Id] = process;
        while (ProcessStat.Read(FileRoot.Machine, process.Id) is { Name: not "sleep" })
            Thread.Sleep(5);

        return process.Id;
    }

    public int StartNamespace()
    {
        var outside =
            Process.Start(new ProcessStartInfo("unshare", ["--pid", "--fork", "--kill-child", "sleep", "10000"]))
            ?? throw new InvalidOperationException("no namespace can be started");
        var children = string.Create(CultureInfo.InvariantCulture, $"/proc/{outside.Id}/task/{outside.Id}/children");
        while (true)
        {
            var text =
                FileRoot.Machine.ReadTrimmed(children)
                ?? throw new InvalidOperationException("no namespace can be started");
            if (
                int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var first)
                && ProcessStat.Read(FileRoot.Machine, first) is { Name: "sleep" }
            )
            {
                _tasks[first] = outside;
                return first;
            }

            Thread.Sleep(5);
        }
    }

    public int WriteInside(int first, string path, string text) =>
        RunInside(first, text, out var said, "dd", "of=" + path, "bs=4096", "conv=notrunc", "status=none") == 0 ? 0
        : said.Contains("No such process", StringComparison.Ordinal) ? KernelError.NoProcess
        : said.Contains("Invalid argument", StringComparison.Ordinal) ? KernelError.Invalid
        : throw new InvalidOperationException(said);

    public string ReadInside(int first, string path) =>
        RunInside(first, string.Empty, out var said, "cat", path) == 0
            ? said
            : throw new InvalidOperationException(said);

    private static int RunInside(int first, string input, out string said, params string[] command)
    {
        string[] words = ["--target", first.ToString(CultureInfo.InvariantCulture), "--pid", .. command];
        var start = new ProcessStartInfo("nsenter", words)
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment["LC_ALL"] = "C";
        using var process = Process.Start(start) ?? throw new InvalidOperationException("nsenter cannot be started");
        process.StandardInput.Write(input);
        process.StandardInput.Close();
        said = process.StandardOutput.ReadToEnd() + process.StandardError.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode;
    }

    public void EndTask(int id)
    {
        if (_tasks.Remove(id, out var process))
        {
            process.Kill();
            process.WaitForExit();
            process.Dispose();
        }
    }

    // The raw call changes this thread only, which is the one that writes.
    public void ActAs(uint user) => _ = Libc.SystemCall(SetUsers, -1, (nint)user, (nint)(-1));

    public int ChangeOwner(string path, uint user) => Libc.ChangeOwner(path, user, uint.MaxValue) == 0 ? 0 : Errno.Last;

    public int Remount(string options)
    {
        if (options == _options && Directory.Exists(ResctrlFacts.Directory + "/info"))
            return 0;

        _ = Unmount();
        var error = MountFile("resctrl", ResctrlFacts.Directory, "resctrl", 0, options) == 0 ? 0 : Errno.Last;
        _options = error == 0 ? options : "?";
        return error;
    }

    public int Unmount()
    {
        _options = "?";
        return UnmountFile(ResctrlFacts.Directory, 0) == 0 ? 0 : Errno.Last;
    }

    public int SetOnline(int cpu, bool isOnline)
    {
        var path = string.Create(CultureInfo.InvariantCulture, $"/sys/devices/system/cpu/cpu{cpu}/online");
        return KernelFile.Write(path, isOnline ? "1" : "0");
    }

    // Only the test machine's kernel has counters that can be set.
    public int SetCounters(string name, int units)
    {
        const int Numbers = 88;
        var file = name == "llc_occupancy" ? "llc" : name.Replace("_bytes", string.Empty, StringComparison.Ordinal);
        var value = units.ToString(CultureInfo.InvariantCulture);
        return KernelFile.Write(
            "/sys/module/rdt_fake/parameters/" + file,
            string.Join(',', Enumerable.Repeat(value, Numbers))
        );
    }

    public void Settle() => Thread.Sleep(3000);

    public void Dispose()
    {
        foreach (var id in _tasks.Keys.ToArray())
            EndTask(id);
    }

    [System.Runtime.InteropServices.LibraryImport(
        "libc",
        EntryPoint = "mount",
        SetLastError = true,
        StringMarshalling = System.Runtime.InteropServices.StringMarshalling.Utf8
    )]
    private static partial int MountFile(string source, string target, string type, nuint flags, string data);

    [System.Runtime.InteropServices.LibraryImport(
        "libc",
        EntryPoint = "umount2",
        SetLastError = true,
        StringMarshalling = System.Runtime.InteropServices.StringMarshalling.Utf8
    )]
    private static partial int UnmountFile(string target, int flags);
}
