using System.Collections.Immutable;
using System.Text.RegularExpressions;
using RgPolicy.Host.Facts;

namespace RgPolicy.Service.ThisHost;

/// <summary>What a sidecar that is gone may have left in the kernel's file systems; only looked at,
/// never changed.</summary>
/// <param name="Groups">Groups with a name of ours in resctrl and in the cgroup trees.</param>
/// <param name="Journal">A journal that names something that was not given back; null without one, or
/// where it may not be read.</param>
public sealed partial record HostTraces(ImmutableArray<string> Groups, string? Journal)
{
    private const int Depth = 5;

    /// <summary>True when there are none.</summary>
    public bool IsClean => Groups.IsEmpty && Journal is null;

    /// <summary>All paths.</summary>
    public IEnumerable<string> All => Journal is null ? Groups : Groups.Append(Journal);

    /// <summary>Looks for them.</summary>
    public static HostTraces Read(FileRoot root, string stateDirectory)
    {
        var groups = Find(root, ResctrlFacts.Directory, 1).Concat(Find(root, "/sys/fs/cgroup", Depth));
        var journal = Path.Join(stateDirectory, "journal");
        var boot = root.ReadTrimmed("/proc/sys/kernel/random/boot_id") ?? "";
        return new HostTraces([.. groups], JournalTrace.IsOutstanding(root.ReadLines(journal), boot) ? journal : null);
    }

    private static IEnumerable<string> Find(FileRoot root, string directory, int depth)
    {
        foreach (var name in root.DirectoryNames(directory).Order(StringComparer.Ordinal))
        {
            var child = $"{directory}/{name}";
            if (OurName().IsMatch(name))
            {
                yield return child;
            }
            else if (depth > 1)
            {
                foreach (var group in Find(root, child, depth - 1))
                {
                    yield return group;
                }
            }
        }
    }

    [GeneratedRegex("^rgp_[1-9][0-9]?(?:_[2-9])?$", RegexOptions.CultureInvariant, matchTimeoutMilliseconds: 100)]
    private static partial Regex OurName();
}
