using System.Collections.Immutable;
using System.Text;
using System.Text.Json;

namespace RgPolicy.Dbms.Configure;

/// <summary>
/// Remembers, for one server, what its configuration was before each change. It is written, and is on the disk, before the
/// first statement of a change is sent.
/// </summary>
public sealed class ChangeJournal
{
    private readonly string _path;
    private ImmutableArray<JournalEntry> _entries;

    private ChangeJournal(string path, ImmutableArray<JournalEntry> entries) => (_path, _entries) = (path, entries);

    /// <summary>Where it is.</summary>
    public string Path => _path;

    /// <summary>The changes, oldest first.</summary>
    public ImmutableArray<JournalEntry> Entries => _entries;

    /// <summary>Opens the journal of a server in a directory.</summary>
    /// <exception cref="ConfigureException">The journal cannot be read.</exception>
    public static ChangeJournal Open(string directory, ServerIdentity server)
    {
        ArgumentNullException.ThrowIfNull(server);
        var path = System.IO.Path.Combine(directory, FileName(server));
        try
        {
            return new ChangeJournal(path, File.Exists(path) ? Read(File.ReadAllBytes(path)) : []);
        }
        catch (Exception e) when (e is JsonException or IOException or UnauthorizedAccessException)
        {
            throw new ConfigureException(
                $"the journal {path} cannot be read: {e.Message}", "Mend its permissions, or name another directory with --journal.", e);
        }
    }

    /// <summary>Notes that a change begins.</summary>
    public void Begin(DateTimeOffset at, string? revision, JsonElement before) =>
        Save(_entries.Add(new JournalEntry(at, revision, before, ChangeStatus.Begun)));

    /// <summary>Notes how the last change ended.</summary>
    public void End(ChangeStatus status) => Save(_entries.SetItem(_entries.Length - 1, _entries[^1] with { Status = status }));

    /// <summary>Notes that the changes from one on are no longer in force.</summary>
    public void Undo(int from) => Save(
        [.. _entries.Select((entry, index) => index >= from && entry.IsInForce ? entry with { Status = ChangeStatus.RolledBack } : entry)]);

    private static ImmutableArray<JournalEntry> Read(byte[] json) =>
        JsonSerializer.Deserialize(json, JournalJson.Default.ImmutableArrayJournalEntry);

    /// <summary>The name of a server's file: readable, and its own.</summary>
    internal static string FileName(ServerIdentity server)
    {
        var name = new string([.. server.Name.Select(each => char.IsAsciiLetterOrDigit(each) || each is '-' or '.' ? each : '_')]);
        var digest = ChangePlanFile.DigestOf(Encoding.UTF8.GetBytes(server.Kind + "\n" + server.Name));
        return $"{server.Kind}-{name[..Math.Min(name.Length, 60)]}-{digest[..12]}.json";
    }

    private void Save(ImmutableArray<JournalEntry> entries)
    {
        try
        {
            Directory.CreateDirectory(System.IO.Path.GetDirectoryName(_path) ?? ".");
            var draft = _path + ".new";
            using (var file = new FileStream(draft, FileMode.Create, FileAccess.Write))
            {
                file.Write(JsonSerializer.SerializeToUtf8Bytes(entries, JournalJson.Default.ImmutableArrayJournalEntry));
                file.Flush(flushToDisk: true);
            }

            File.Move(draft, _path, overwrite: true);
            _entries = entries;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ConfigureException(
                $"the journal {_path} cannot be written: {e.Message}", "Name a directory that can be written with --journal.", e);
        }
    }
}
