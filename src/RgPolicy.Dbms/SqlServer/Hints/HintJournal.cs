using System.Collections.Immutable;
using RgPolicy.Dbms.Configure;

namespace RgPolicy.Dbms.SqlServer.Hints;

/// <summary>The hints that RgPolicy has set on one server. It is on the disk before the server is asked for anything.</summary>
internal sealed class HintJournal
{
    private readonly ListFile<HintEntry> _file;

    private HintJournal(ListFile<HintEntry> file) => _file = file;

    /// <summary>The hints.</summary>
    public ImmutableArray<HintEntry> Entries => _file.Entries;

    /// <summary>Opens the one of a server in a directory.</summary>
    /// <exception cref="ConfigureException">It cannot be read.</exception>
    public static HintJournal Open(string directory, ServerIdentity server) => new(ListFile<HintEntry>.Open(
        Path.Combine(directory, "hints-" + ChangeJournal.FileName(server)), "the journal of hints", HintJson.Default.ImmutableArrayHintEntry));

    /// <summary>The hints of a statement.</summary>
    public IEnumerable<HintEntry> Of(string database, string queryHash) =>
        Entries.Where(each => each.Database == database && each.QueryHash == queryHash);

    /// <summary>Adds one, or takes the place of the one of the same query.</summary>
    public void Put(HintEntry entry) => _file.Save([.. Entries.Where(each => !IsSame(each, entry)), entry]);

    /// <summary>Removes one.</summary>
    public void Remove(HintEntry entry) => _file.Save([.. Entries.Where(each => !IsSame(each, entry))]);

    private static bool IsSame(HintEntry left, HintEntry right) => left.Database == right.Database && left.QueryId == right.QueryId;
}
