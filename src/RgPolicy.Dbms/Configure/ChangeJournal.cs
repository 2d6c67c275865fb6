namespace RgPolicy.Dbms.Configure;

/// <summary>Remembers, for one server, what its configuration was before each change. It is written, and is on the
/// disk, before the first statement of a change is sent.</summary>
internal sealed class ChangeJournal
{
    private readonly ListFile<ChangeJournalEntry> _file;

    private ChangeJournal(ListFile<ChangeJournalEntry> file) => _file = file;

    public string Path => _file.Path;

    public ImmutableArray<ChangeJournalEntry> Entries => _file.Entries;

    public static ChangeJournal Open(string directory, ServerIdentity server)
    {
        var path = System.IO.Path.Combine(directory, FileName(server));
        return new ChangeJournal(
            ListFile<ChangeJournalEntry>.Open(
                path,
                "the journal",
                ChangeJournalJson.Default.ImmutableArrayChangeJournalEntry,
                IsWhole
            )
        );
    }

    public void Begin(DateTimeOffset at, string? revision, JsonElement before) =>
        _file.Save(Entries.Add(new ChangeJournalEntry(at, revision, before, ChangeStatus.Begun)));

    public void End(ChangeStatus status) =>
        _file.Save(Entries.SetItem(Entries.Length - 1, Entries[^1] with { Status = status }));

    public void Undo(int from) =>
        _file.Save([
            .. Entries.Select(
                (entry, index) =>
                    index >= from && entry.IsInForce ? entry with { Status = ChangeStatus.RolledBack } : entry
            ),
        ]);

    private static bool IsWhole(ChangeJournalEntry? entry) =>
        entry is { Before.ValueKind: not JsonValueKind.Undefined };

    internal static string FileName(ServerIdentity server)
    {
        var name = new string([
            .. server.Name.Select(each => char.IsAsciiLetterOrDigit(each) || each is '-' or '.' ? each : '_'),
        ]);
        var digest = ChangePlanFile.DigestOf(Encoding.UTF8.GetBytes(server.Kind + "\n" + server.Name));
        return $"{server.Kind}-{name[..Math.Min(name.Length, 60)]}-{digest[..12]}.json";
    }
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    UseStringEnumConverter = true,
    IgnoreReadOnlyProperties = true
)]
[JsonSerializable(typeof(ImmutableArray<ChangeJournalEntry>))]
internal sealed partial class ChangeJournalJson : JsonSerializerContext;

/// <remarks><c>Revision</c>: the policy's revision; null for a rollback.</remarks>
internal sealed record ChangeJournalEntry(DateTimeOffset At, string? Revision, JsonElement Before, ChangeStatus Status)
{
    /// <summary>True where the server may still have it.</summary>
    public bool IsInForce => Status is ChangeStatus.Begun or ChangeStatus.Done or ChangeStatus.Broken;
}

/// <summary>How far a change came.</summary>
internal enum ChangeStatus
{
    /// <summary>It began; nothing else is known, so it may have been interrupted.</summary>
    Begun,

    Done,
    Restored,

    /// <summary>It failed, and not everything could be taken back.</summary>
    Broken,

    RolledBack,
}
