using System.Collections.Immutable;
using System.Globalization;
using RgPolicy.Host.Facts;

namespace RgPolicy.Service.ThisHost;

/// <summary>The CPUs that the host lets a process use: its affinity within the cpuset of its cgroup.</summary>
public static class AllowedCpus
{
    private const string Line = "Cpus_allowed_list:";

    /// <summary>The CPUs; none where they cannot be read.</summary>
    public static ImmutableArray<int> Of(FileRoot root, int? processId)
    {
        ArgumentNullException.ThrowIfNull(root);
        return processId is { } id
            ? CpuList.Parse(
                root.ReadLines(string.Create(CultureInfo.InvariantCulture, $"/proc/{id}/status"))
                    .FirstOrDefault(line => line.StartsWith(Line, StringComparison.Ordinal))
                    ?[Line.Length..].Trim()
            ) ?? []
            : [];
    }
}
