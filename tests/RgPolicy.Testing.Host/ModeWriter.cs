using RgPolicy.Host.Kernel;

namespace RgPolicy.Testing.Host;

/// <summary>A write to <c>mode</c>.</summary>
internal static class ModeWriter
{
    /// <summary>Carries out the command; returns 0, or the error number.</summary>
    internal static int Write(ResctrlState state, ResctrlGroup group, string command)
    {
        if (!command.EndsWith('\n'))
            return KernelError.Invalid;

        state.Status.Clear();
        switch (command[..^1])
        {
            case "shareable":
                group.IsExclusive = false;
                return 0;
            case "exclusive":
                return group.IsExclusive ? 0 : MakeExclusive(state, group);
            case "pseudo-locksetup":
                return state.Status.Fail(KernelError.Invalid, "Pseudo-locking not supported");
            default:
                return state.Status.Fail(KernelError.Invalid, "Unknown or unsupported mode");
        }
    }

    private static int MakeExclusive(ResctrlState state, ResctrlGroup group)
    {
        if (state.Shape.Caches.IsEmpty)
            return state.Status.Fail(KernelError.Invalid, "Cannot be exclusive without CAT/CDP");

        foreach (var cache in state.Shape.Caches)
        {
            foreach (var domain in state.Domains)
            {
                if (
                    CapacityRules.OverlapsAny(
                        state,
                        group,
                        cache,
                        domain,
                        group.Values.GetValueOrDefault((cache, domain))
                    )
                )
                    return state.Status.Fail(KernelError.Invalid, "Schemata overlaps");
            }
        }

        group.IsExclusive = true;
        return 0;
    }
}
