using RgPolicy.Host.Kernel;

namespace RgPolicy.Testing.Host;

/// <summary>A write to <c>schemata</c>: all lines are parsed first, then all take effect, or none.</summary>
/// <param name="state">The state.</param>
/// <param name="group">The control group.</param>
internal sealed class SchemataWriter(ResctrlState state, ResctrlGroup group)
{
    private readonly Dictionary<(string Resource, int Domain), ulong> _staged = [];

    /// <summary>Carries out the command; returns 0, or the error number.</summary>
    internal int Write(string command)
    {
        if (!command.EndsWith('\n'))
            return KernelError.Invalid;

        state.Status.Clear();
        var end = command.IndexOf('\0', StringComparison.Ordinal);
        foreach (var line in (end < 0 ? command[..^1] : command[..end]).Split('\n'))
        {
            var error = Stage(line);
            if (error != 0)
                return error;
        }

        foreach (var (key, value) in _staged)
            group.Values[key] = value;

        return 0;
    }

    private int Stage(string line)
    {
        var colon = line.IndexOf(':', StringComparison.Ordinal);
        var name = (colon < 0 ? line : line[..colon]).Trim();
        if (colon < 0)
            return Fail("Missing ':'");

        if (colon == line.Length - 1)
            return Fail($"Missing '{name}' value");

        var isCache = state.Shape.Caches.Contains(name, StringComparer.Ordinal);
        return isCache || state.Shape.Bandwidths.Contains(name, StringComparer.Ordinal)
            ? StageDomains(name, isCache, line[(colon + 1)..])
            : Fail($"Unknown or unsupported resource name '{name}'");
    }

    private int StageDomains(string resource, bool isCache, string text)
    {
        for (var rest = text; rest.Length > 0; )
        {
            var semicolon = rest.IndexOf(';', StringComparison.Ordinal);
            var part = semicolon < 0 ? rest : rest[..semicolon];
            rest = semicolon < 0 ? string.Empty : rest[(semicolon + 1)..];
            var equals = part.IndexOf('=', StringComparison.Ordinal);
            if (equals < 0 || KernelNumber.Parse(part[..equals], 10) is not { } domain)
                return Fail("Missing '=' or non-numeric domain");

            // An unknown domain is refused without a word.
            var error = !state.Domains.Contains((int)Math.Min(domain, int.MaxValue))
                ? KernelError.Invalid
                : StageValue(resource, isCache, (int)domain, part[(equals + 1)..].Trim());
            if (error != 0)
                return error;
        }

        return 0;
    }

    private int StageValue(string resource, bool isCache, int domain, string text)
    {
        if (_staged.ContainsKey((resource, domain)))
            return Fail($"Duplicate domain {domain}");

        return isCache ? StageMask(resource, domain, text) : StageBandwidth(resource, domain, text);
    }

    private int StageMask(string resource, int domain, string text)
    {
        if (KernelNumber.Parse(text, 16) is not { } mask)
            return Fail($"Non-hex character in the mask {text}");

        if (CapacityRules.Refuse(state.Shape, mask) is { } refusal)
            return Fail(refusal);

        if (CapacityRules.OverlapsExclusive(state, group, resource, domain, mask))
            return Fail("Overlaps with exclusive group");

        if (group.IsExclusive && CapacityRules.OverlapsAny(state, group, resource, domain, mask))
            return Fail("Overlaps with other group");

        _staged[(resource, domain)] = mask;
        return 0;
    }

    private int StageBandwidth(string resource, int domain, string text)
    {
        if (KernelNumber.Parse(text, 10) is not { } value || value > uint.MaxValue)
            return Fail($"Invalid MB value {text}");

        if (state.InMegabytes(resource))
        {
            // The kernel keeps this value while it parses: a later bad line does not take it back.
            group.Values[(resource, domain)] = value;
            return 0;
        }

        var shape = state.Shape;
        if (value < shape.LeastBandwidth || value > shape.MostBandwidth)
            return Fail($"MB value {value} out of range [{shape.LeastBandwidth},{shape.MostBandwidth}]");

        _staged[(resource, domain)] = (value + shape.BandwidthStep - 1) / shape.BandwidthStep * shape.BandwidthStep;
        return 0;
    }

    private int Fail(string status) => state.Status.Fail(KernelError.Invalid, status);
}
