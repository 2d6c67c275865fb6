using System.Collections.Immutable;
using System.Text.Json;
using RgPolicy.Dbms.Configure;

namespace RgPolicy.Dbms.SqlServer.Hints;

/// <summary>The hints that RgPolicy has set on one server. It is on the disk before the server is asked for anything.</summary>
internal sealed class HintJournal
{
    private readonly string _path;

    private HintJournal(string path, ImmutableArray<HintEntry> entries) => (_path, Entries) = (path, entries);

    /// <summary>The hints.</summary>
    public ImmutableArray<HintEntry> Entries { get; private set; }

    /// <summary>Opens it.</summary>
    /// <exception cref="ConfigureException">It cannot be read.</exception>
    public static HintJournal Open(string path)
    {
        try
        {
            return new HintJournal(
                path, File.Exists(path) ? JsonSerializer.Deserialize(File.ReadAllBytes(path), HintJson.Default.ImmutableArrayHintEntry) : []);
        }
        catch (Exception e) when (e is JsonException or IOException or UnauthorizedAccessException)
        {
            throw new ConfigureException(
                $"the journal of hints {path} cannot be read: {e.Message}", "Mend its permissions, or name another directory with --journal.", e);
        }
    }

    /// <summary>The hints of a statement.</summary>
    public IEnumerable<HintEntry> Of(string database, string queryHash) =>
        Entries.Where(each => each.Database == database && each.QueryHash == queryHash);

    /// <summary>Adds one, or takes the place of the one of the same query.</summary>
    public void Put(HintEntry entry) => Save([.. Entries.Where(each => !IsSame(each, entry)), entry]);

    /// <summary>Removes one.</summary>
    public void Remove(HintEntry entry) => Save([.. Entries.Where(each => !IsSame(each, entry))]);

    private static bool IsSame(HintEntry left, HintEntry right) => left.Database == right.Database && left.QueryId == right.QueryId;

    private void Save(ImmutableArray<HintEntry> entries)
    {
        try
        {
            Directory.CreateDirectory(Path.GetDirectoryName(_path) ?? ".");
            var draft = _path + ".new";
            using (var file = new FileStream(draft, FileMode.Create, FileAccess.Write))
            {
                file.Write(JsonSerializer.SerializeToUtf8Bytes(entries, HintJson.Default.ImmutableArrayHintEntry));
                file.Flush(flushToDisk: true);
            }

            File.Move(draft, _path, overwrite: true);
            Entries = entries;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ConfigureException(
                $"the journal of hints {_path} cannot be written: {e.Message}", "Name a directory that can be written with --journal.", e);
        }
    }
}
