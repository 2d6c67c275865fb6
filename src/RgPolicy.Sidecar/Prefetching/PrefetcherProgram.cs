using RgPolicy.Host.Facts;
using RgPolicy.Sidecar.Guarding;
using RgPolicy.Sidecar.Native;
using RgPolicy.Sidecar.Options;

namespace RgPolicy.Sidecar.Prefetching;

/// <summary>
/// The verbs <c>prefetchers-off</c> and <c>prefetchers-restore</c>: two short runs of root's about the
/// cores of a pool, apart from guard and mover, which never have the right to write such registers.
/// </summary>
internal static class PrefetcherProgram
{
    private const int Success = 0;
    private const int NotClean = 1;
    private const int CannotRun = 3;

    /// <summary>Turns all four prefetchers of these cores off; all or none.</summary>
    internal static int TurnOff(GuardOptions options, FileRoot root, SidecarLog log)
    {
        var cpus = options.Cores ?? [];
        if (
            (PrefetcherCheck.Refuse(root, cpus) ?? StateDirectory.Ensure(options.StateDirectory, group: null)) is
            { } refusal
        )
        {
            log.Line(refusal);
            return CannotRun;
        }

        var originals = PrefetcherRecord.Read(root, options.StateDirectory);
        if (Note(options, root, cpus, originals) is { } problem)
        {
            log.Line(problem);
            return CannotRun;
        }

        foreach (var cpu in cpus)
        {
            var error = MsrFile.SetBits(root, cpu, MsrFile.AllOff);
            if (error != 0)
            {
                log.Line(
                    string.Create(
                        CultureInfo.InvariantCulture,
                        $"CPU {cpu}: {Errno.Describe(error)}; everything is given back"
                    )
                );
                _ = Restore(options, root, log);
                return NotClean;
            }
        }

        log.Line($"prefetchers of CPUs {CpuList.Format(cpus)} are off");
        return Success;
    }

    /// <summary>Gives every register back that is noted.</summary>
    internal static int Restore(GuardOptions options, FileRoot root, SidecarLog log)
    {
        var left = new List<PrefetcherOriginal>();
        foreach (var original in PrefetcherRecord.Read(root, options.StateDirectory))
        {
            var error = MsrFile.SetBits(root, original.Cpu, original.Bits);
            if (error != 0)
            {
                left.Add(original);
                log.Line(
                    string.Create(
                        CultureInfo.InvariantCulture,
                        $"CPU {original.Cpu} is not given back: {Errno.Describe(error)}"
                    )
                );
            }
        }

        return PrefetcherRecord.Write(root, options.StateDirectory, left) == 0 && left.Count == 0 ? Success : NotClean;
    }

    // What was noted first is the original.
    private static string? Note(
        GuardOptions options,
        FileRoot root,
        ImmutableArray<int> cpus,
        List<PrefetcherOriginal> originals
    )
    {
        foreach (var cpu in cpus.Where(c => originals.TrueForAll(o => o.Cpu != c)).ToArray())
        {
            var unreadable = MsrFile.Read(root, cpu, out var value);
            if (unreadable != 0)
                return $"{MsrFile.Path(cpu)} cannot be read: {Errno.Describe(unreadable)}; it needs CAP_SYS_RAWIO";

            originals.Add(new PrefetcherOriginal(cpu, value & MsrFile.AllOff));
        }

        var error = PrefetcherRecord.Write(root, options.StateDirectory, originals);
        return error == 0 ? null : $"the record in {options.StateDirectory} cannot be written: {Errno.Describe(error)}";
    }
}
