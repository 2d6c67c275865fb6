using System.Text.Json.Serialization.Metadata;

namespace RgPolicy.Dbms.Configure;

/// <summary>A list in a file. It is replaced as a whole, and is on the disk before the call returns.</summary>
internal sealed class ListFile<TEntry>
{
    private readonly string _what;
    private readonly JsonTypeInfo<ImmutableArray<TEntry>> _json;

    private ListFile(
        string path,
        string what,
        JsonTypeInfo<ImmutableArray<TEntry>> json,
        ImmutableArray<TEntry> entries
    ) => (Path, _what, _json, Entries) = (path, what, json, entries);

    public string Path { get; }
    public ImmutableArray<TEntry> Entries { get; private set; }

    /// <summary>Opens it; a file that is not there is an empty list.</summary>
    /// <exception cref="ConfigureException">It cannot be read, or is damaged.</exception>
    public static ListFile<TEntry> Open(
        string path,
        string what,
        JsonTypeInfo<ImmutableArray<TEntry>> json,
        Func<TEntry, bool> isWhole
    )
    {
        try
        {
            var entries = File.Exists(path) ? JsonSerializer.Deserialize(File.ReadAllBytes(path), json) : [];
            return entries.All(isWhole)
                ? new ListFile<TEntry>(path, what, json, entries)
                : throw new JsonException("an entry lacks something");
        }
        catch (JsonException e)
        {
            throw new ConfigureException(
                $"{what} {path} is damaged: {e.Message}",
                "Restore it from a backup, or move it aside: it is then no longer known what was "
                    + "there before those changes.",
                e
            )
            {
                IsDamage = true,
            };
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ConfigureException(
                $"{what} {path} cannot be read: {e.Message}",
                "Fix its permissions, or name another directory with --journal.",
                e
            );
        }
    }

    /// <summary>Keeps a damaged one beside, and goes on with the entries before the damage.</summary>
    /// <exception cref="ConfigureException">It cannot be replaced.</exception>
    public static (ListFile<TEntry> List, string Kept) Salvage(
        string path,
        string what,
        JsonTypeInfo<ImmutableArray<TEntry>> json,
        JsonTypeInfo<TEntry> entryJson,
        Func<TEntry, bool> isWhole
    )
    {
        var kept = Enumerable
            .Range(1, int.MaxValue)
            .Select(number => FormattableString.Invariant($"{path}.damaged-{number}"))
            .First(name => !File.Exists(name));
        try
        {
            var list = new ListFile<TEntry>(path, what, json, []);
            var entries = JsonEntries.BeforeDamage(File.ReadAllBytes(path), entryJson, isWhole);
            File.Copy(path, kept);
            list.Save(entries);
            return (list, kept);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new ConfigureException(
                $"{what} {path} is damaged and cannot be set aside: {e.Message}",
                "Move it aside.",
                e
            );
        }
    }

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
                $"{_what} {Path} cannot be written: {e.Message}",
                "Name a directory that can be written with --journal.",
                e
            );
        }
    }
}

/// <summary>Reads what can be read of a damaged list.</summary>
internal static class JsonEntries
{
    /// <summary>The entries of a JSON array up to the first that cannot be read.</summary>
    public static ImmutableArray<TEntry> BeforeDamage<TEntry>(
        ReadOnlySpan<byte> bytes,
        JsonTypeInfo<TEntry> json,
        Func<TEntry, bool> isWhole
    )
    {
        var entries = ImmutableArray.CreateBuilder<TEntry>();
        try
        {
            var reader = new Utf8JsonReader(bytes);
            if (!reader.Read() || reader.TokenType != JsonTokenType.StartArray)
                return [];
            while (
                reader.Read()
                && reader.TokenType == JsonTokenType.StartObject
                && JsonSerializer.Deserialize(ref reader, json) is { } entry
                && isWhole(entry)
            )
                entries.Add(entry);
        }
        catch (JsonException)
        {
            // Here the damage begins.
        }

        return entries.ToImmutable();
    }
}
