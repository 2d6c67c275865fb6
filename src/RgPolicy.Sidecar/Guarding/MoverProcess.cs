using System.Diagnostics;
using RgPolicy.Sidecar.Native;
using RgPolicy.Sidecar.Options;

namespace RgPolicy.Sidecar.Guarding;

/// <summary>The other half, as the guard holds it.</summary>
internal sealed class MoverProcess : IDisposable
{
    private const int KillSignal = 9;
    private readonly Process _process;

    private MoverProcess(Process process, Channel channel, int descriptor)
    {
        _process = process;
        Channel = channel;
        Descriptor = descriptor;
    }

    internal int ProcessId => _process.Id;

    internal Channel Channel { get; }

    /// <summary>Its pidfd, readable when it is dead; -1 on old kernels, where the channel's end tells.</summary>
    internal int Descriptor { get; }

    internal static MoverProcess? Start(GuardOptions options, int lockDescriptor)
    {
        if (Channel.Pair() is not { } pair)
            return null;

        var there = pair.There.Descriptor;
        string[] words =
        [
            "mover",
            "--channel",
            there.ToString(CultureInfo.InvariantCulture),
            "--lock",
            lockDescriptor.ToString(CultureInfo.InvariantCulture),
            .. options.Words,
        ];
        Channel.SetInherited(there, inherited: true);
        Channel.SetInherited(lockDescriptor, inherited: true);
        var process = SelfCommand.Start(words);
        Channel.SetInherited(lockDescriptor, inherited: false);
        pair.There.Dispose();
        if (process is not null)
            return new MoverProcess(process, pair.Here, Math.Max(-1, PinnedProcess.OpenDescriptor(process.Id)));

        pair.Here.Dispose();
        return null;
    }

    /// <summary>Waits until it is dead; false when it is not within this time.</summary>
    internal bool WaitForEnd(TimeSpan patience) => _process.WaitForExit(patience);

    internal void Kill() => _ = Libc.Kill(_process.Id, KillSignal);

    public void Dispose()
    {
        Channel.Dispose();
        _process.Dispose();
        _ = Descriptor >= 0 ? Libc.Close(Descriptor) : 0;
    }
}
