using System.Collections.Immutable;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace RgPolicy.Dbms.Configure;

/// <summary>A list in a file. It is replaced as a whole, and is on the disk before anybody goes on.</summary>
internal sealed class ListFile<TEntry>
{
    private readonly string _what;
    private readonly JsonTypeInfo<ImmutableArray<TEntry>> _json;

    private ListFile(string path, string what, JsonTypeInfo<ImmutableArray<TEntry>> json, ImmutableArray<TEntry> entries) =>
        (Path, _what, _json, Entries) = (path, what, json, entries);

    /// <summary>Where it is.</summary>
    public string Path { get; }

    /// <summary>What is in it.</summary>
    public ImmutableArray<TEntry> Entries { get; private set; }

    /// <summary>Opens it; a file that is not there is an empty list.</summary>
    /// <param name="path">Where it is.</param>
    /// <param name="what">What it is called in messages.</param>
    /// <param name="json">Its form.</param>
    /// <exception cref="ConfigureException">It cannot be read.</exception>
    public static ListFile<TEntry> Open(string path, string what, JsonTypeInfo<ImmutableArray<TEntry>> json)
    {
        try
        {
            return new ListFile<TEntry>(path, what, json, File.Exists(path) ? JsonSerializer.Deserialize(File.ReadAllBytes(path), json) : []);
        }
        catch (Exception e) when (e is JsonException or IOException or UnauthorizedAccessException)
        {
            throw new ConfigureException(
                $"{what} {path} cannot be read: {e.Message}", "Mend its permissions, or name another directory with --journal.", e);
        }
    }

    /// <summary>Replaces it.</summary>
    /// <exception cref="ConfigureException">It cannot be written; what was there stays.</exception>
    public void Save(ImmutableArray<TEntry> entries)
    {
        try
        {
            Directory.CreateDirectory(System.IO.Path.GetDirectoryName(Path) ?? ".");
            var draft = Path + ".new";
            using (var file = new FileStream(draft, FileMode.Create, FileAccess.Write))
            {
                file.Write(JsonSerializer.SerializeToUtf8Bytes(entries, _json));
                file.Flush(flushToDisk: true);
            }

            File.Move(draft, Path, overwrite: true);
            Entries = entries;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ConfigureException(
                $"{_what} {Path} cannot be written: {e.Message}", "Name a directory that can be written with --journal.", e);
        }
    }
}
