using RgPolicy.Host.Kernel;
using RgPolicy.Testing.Host;

namespace RgPolicy.Conformance.Hosts;

/// <summary>The double.</summary>
internal sealed class DoubleHost : IConformanceHost
{
    private const int FirstTask = 1000;
    private const uint Root = 0;
    private readonly ResctrlShape _shape;
    private readonly HostDouble _double;
    private int _started;

    public DoubleHost(ResctrlShape shape)
    {
        _shape = shape;
        _double = new HostDouble(shape);
        _double.AddTask(Self, Self, Root);
        _double.ActAs(Self, Root);
    }

    public IKernelTree Tree => _double;

    public int Self => 999;

    public int StartTask(uint user)
    {
        var id = FirstTask + _started++;
        return _double.AddTask(id, id, user);
    }

    public int StartNamespace() => _double.AddNamespace(FirstTask + _started++);

    public int WriteInside(int first, string path, string text)
    {
        _double.ActInside(first);
        var error = _double.Write(path, text);
        ActAs(Root);
        return error;
    }

    public string ReadInside(int first, string path)
    {
        _double.ActInside(first);
        _ = _double.Read(path, out var text);
        ActAs(Root);
        return text;
    }

    public void EndTask(int id) => _double.EndTask(id);

    public void ActAs(uint user) => _double.ActAs(user == Root ? Self : Self + 10_000, user);

    public int ChangeOwner(string path, uint user) => _double.ChangeOwner(path, user);

    public int Remount(string options)
    {
        var words = options.Split(',', StringSplitOptions.RemoveEmptyEntries);
        if (words.Any(w => w is not ("cdp" or "mba_MBps")))
            return KernelError.Invalid;

        _double.Mount(
            _shape with
            {
                CodeDataSplit = words.Contains("cdp", StringComparer.Ordinal),
                BandwidthInMegabytes = words.Contains("mba_MBps", StringComparer.Ordinal),
            }
        );
        return 0;
    }

    public int Unmount()
    {
        _double.Unmount();
        return 0;
    }

    public int SetOnline(int cpu, bool isOnline)
    {
        _double.SetOnline(cpu, isOnline);
        return 0;
    }

    public int SetCounters(string name, int units)
    {
        _double.SetCounters(name, (ulong)units << 16);
        return 0;
    }

    public void Settle() => _double.ClearLimbo();

    public void Dispose() { }
}
