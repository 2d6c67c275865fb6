namespace RgPolicy.Sidecar.Levers;

/// <summary>What the provisioner handed to one user: the text of a file that is root's.</summary>
/// <param name="User">The user.</param>
/// <param name="Caches">resctrl groups by number; 0 is the one to which processes return.</param>
/// <param name="Cpus">cpu cgroups by pool.</param>
internal sealed record GrantedGroups(
    uint User,
    ImmutableSortedDictionary<int, string> Caches,
    ImmutableSortedDictionary<int, string> Cpus
)
{
    private const string Header = "rgpolicy-grants 1";
    private const string Problem = "problem ";

    internal static GrantedGroups None { get; } =
        new(uint.MaxValue, ImmutableSortedDictionary<int, string>.Empty, ImmutableSortedDictionary<int, string>.Empty);

    /// <summary>blkio groups by pool.</summary>
    internal ImmutableSortedDictionary<int, string> Reads { get; init; } = ImmutableSortedDictionary<int, string>.Empty;

    /// <summary>What could not be handed over, one line each.</summary>
    internal ImmutableArray<string> Problems { get; init; } = [];

    /// <summary>When they were handed over. The groups of a server that was restarted have the names of those that its
    /// service manager removed.</summary>
    internal DateTime Written { get; init; }

    /// <summary>What is another text after each hand-over, also of the same groups.</summary>
    internal string Mark => string.Create(CultureInfo.InvariantCulture, $"{Written:O}\n{Format()}");

    /// <summary>Whether resctrl groups are given, and no others may be made.</summary>
    internal bool HasCaches => !Caches.IsEmpty;

    /// <summary>All their directories.</summary>
    internal HashSet<string> Directories()
    {
        var all = new HashSet<string>(StringComparer.Ordinal);
        foreach (var groups in new[] { Caches, Cpus, Reads })
        {
            foreach (var (_, directory) in groups)
                all.Add(directory);
        }

        return all;
    }

    /// <summary>Reads the text; null when it is not understood to the last line.</summary>
    internal static GrantedGroups? Parse(string text)
    {
        var lines = text.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        if (
            lines is not [Header, var first, .. var rest]
            || first.Split(' ') is not ["user", var user]
            || !uint.TryParse(user, NumberStyles.None, CultureInfo.InvariantCulture, out var number)
        )
            return null;

        var caches = None.Caches.ToBuilder();
        var cpus = None.Cpus.ToBuilder();
        var reads = None.Reads.ToBuilder();
        var problems = ImmutableArray.CreateBuilder<string>();
        foreach (var line in rest)
        {
            if (line.StartsWith(Problem, StringComparison.Ordinal))
            {
                problems.Add(line[Problem.Length..]);
                continue;
            }

            if (
                line.Split(' ', 3)
                    is not [var kind and ("cache" or "cpu" or "reads"), var pool, ['/', ..] and var directory]
                || !int.TryParse(pool, NumberStyles.None, CultureInfo.InvariantCulture, out var at)
            )
                return null;

            (
                kind switch
                {
                    "cpu" => cpus,
                    "reads" => reads,
                    _ => caches,
                }
            )[at] = directory;
        }

        return new GrantedGroups(number, caches.ToImmutable(), cpus.ToImmutable())
        {
            Reads = reads.ToImmutable(),
            Problems = problems.ToImmutable(),
        };
    }

    /// <summary>The text.</summary>
    internal string Format()
    {
        var text = new StringBuilder(Header + "\n");
        text.Append(CultureInfo.InvariantCulture, $"user {User}\n");
        foreach (var (number, directory) in Caches)
            text.Append(CultureInfo.InvariantCulture, $"cache {number} {directory}\n");

        foreach (var (number, directory) in Cpus)
            text.Append(CultureInfo.InvariantCulture, $"cpu {number} {directory}\n");

        foreach (var (number, directory) in Reads)
            text.Append(CultureInfo.InvariantCulture, $"reads {number} {directory}\n");

        foreach (var problem in Problems)
            text.Append(CultureInfo.InvariantCulture, $"{Problem}{problem.ReplaceLineEndings("; ")}\n");

        return text.ToString();
    }
}
