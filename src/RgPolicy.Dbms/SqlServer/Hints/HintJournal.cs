using System.Collections.Immutable;
using RgPolicy.Dbms.Configure;

namespace RgPolicy.Dbms.SqlServer.Hints;

/// <summary>The hints that RgPolicy has set on one server. It is on the disk before the server is asked
/// for anything.</summary>
internal sealed class HintJournal
{
    private const string What = "the journal of hints";

    private readonly ListFile<HintEntry> _file;

    private HintJournal(ListFile<HintEntry> file) => _file = file;

    /// <summary>The hints.</summary>
    public ImmutableArray<HintEntry> Entries => _file.Entries;

    /// <summary>What was lost when it was opened, or null.</summary>
    public string? Damage { get; private init; }

    /// <summary>Opens the one of a server in a directory; of a damaged one what can be read.</summary>
    /// <exception cref="ConfigureException">It cannot be read.</exception>
    public static HintJournal Open(string directory, ServerIdentity server)
    {
        var path = Path.Combine(directory, "hints-" + ChangeJournal.FileName(server));
        try
        {
            return new HintJournal(
                ListFile<HintEntry>.Open(path, What, HintJson.Default.ImmutableArrayHintEntry, IsWhole)
            );
        }
        catch (ConfigureException e) when (e.IsDamage)
        {
            var (list, kept) = ListFile<HintEntry>.Salvage(
                path,
                What,
                HintJson.Default.ImmutableArrayHintEntry,
                HintJson.Default.HintEntry,
                IsWhole
            );
            return new HintJournal(list)
            {
                Damage =
                    $"{e.Message}; it is kept as {kept}, and {list.Entries.Length} hints could be read: any beyond "
                    + "these stay until they are cleared by hand",
            };
        }
    }

    /// <summary>The hints of a statement.</summary>
    public IEnumerable<HintEntry> Of(string database, string queryHash) =>
        Entries.Where(each => each.Database == database && each.QueryHash == queryHash);

    /// <summary>Adds one, or takes the place of the one of the same query.</summary>
    public void Put(HintEntry entry) => _file.Save([.. Entries.Where(each => !IsSame(each, entry)), entry]);

    /// <summary>Removes an entry.</summary>
    public void Remove(HintEntry entry) => _file.Save([.. Entries.Where(each => !IsSame(each, entry))]);

    private static bool IsWhole(HintEntry? entry) =>
        entry is { Database.Length: > 0, QueryHash: not null, Text: not null };

    private static bool IsSame(HintEntry left, HintEntry right) =>
        left.Database == right.Database && left.QueryId == right.QueryId && left.ReplicaGroup == right.ReplicaGroup;
}
