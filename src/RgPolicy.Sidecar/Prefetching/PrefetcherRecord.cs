using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Native;

namespace RgPolicy.Sidecar.Prefetching;

/// <summary>What has to be given back, on disk before anything is written: the boot, then a line for each CPU. After a
/// boot nothing has.</summary>
internal static class PrefetcherRecord
{
    private const string Name = "prefetchers";

    /// <summary>What is noted of this boot; none when there is nothing.</summary>
    internal static List<PrefetcherOriginal> Read(FileRoot root, string directory)
    {
        var found = new List<PrefetcherOriginal>();
        var lines = (FileRoot.Machine.ReadText(Path.Join(directory, Name)) ?? string.Empty).Split('\n');
        foreach (var line in lines[0] == Boot(root) ? lines[1..] : [])
        {
            if (
                line.Split(' ') is [var cpu, var bits]
                && int.TryParse(cpu, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
                && ulong.TryParse(bits, NumberStyles.None, CultureInfo.InvariantCulture, out var value)
                && value <= MsrFile.AllOff
            )
                found.Add(new PrefetcherOriginal(number, value));
        }

        return found;
    }

    /// <summary>Replaces the record as a whole, or removes it; returns 0, or the error number.</summary>
    internal static int Write(FileRoot root, string directory, IReadOnlyCollection<PrefetcherOriginal> originals)
    {
        var path = Path.Join(directory, Name);
        if (originals.Count == 0)
        {
            File.Delete(path);
            return 0;
        }

        var text = new StringBuilder(Boot(root) + "\n");
        foreach (var one in originals)
            text.Append(CultureInfo.InvariantCulture, $"{one.Cpu} {one.Bits}\n");

        var next = path + ".next";
        File.Delete(next);
        var descriptor = Libc.Open(
            next,
            KernelFile.WriteOnly | KernelFile.Create | KernelFile.CloseOnExec | KernelFile.NoFollow,
            0b110_000_000
        );
        if (descriptor < 0)
            return Errno.Last;

        var error = KernelFile.WriteAll(descriptor, Encoding.ASCII.GetBytes(text.ToString()));
        error = error == 0 && Libc.Fsync(descriptor) != 0 ? Errno.Last : error;
        _ = Libc.Close(descriptor);
        return error == 0 && Libc.Rename(next, path) != 0 ? Errno.Last : error;
    }

    private static string Boot(FileRoot root) => root.ReadTrimmed("/proc/sys/kernel/random/boot_id") ?? string.Empty;
}

/// <summary>What a CPU's prefetchers were before they were turned off.</summary>
/// <param name="Cpu">The logical CPU.</param>
/// <param name="Bits">The four bits of the register; a bit that is set turns one prefetcher off.</param>
internal sealed record PrefetcherOriginal(int Cpu, ulong Bits);
