namespace RgPolicy.Dbms.SqlServer.Hints;

/// <summary>The hints that a journal remembers, beside what is in the Query Stores.</summary>
internal sealed class HintCleanup(HintStore store, HintJournal journal, TimeProvider time)
{
    private const string Kind = "query_hint";
    private const string NextExecution = "next_execution";

    /// <summary>Compares the journal with what the server has; of a database that is gone or not to be entered nothing
    /// is known, and that is said.</summary>
    public async Task<ImmutableArray<ConfigurationChange>> CompareAsync(CancellationToken cancellationToken) =>
        [.. (await ReadAsync(cancellationToken)).Select(each => each.Change)];

    /// <summary>Clears those that are as they were set; those of a database that is gone or not to be entered stay in
    /// the journal.</summary>
    /// <exception cref="ConfigureException">The server cannot be reached, or refuses it.</exception>
    public async Task<ImmutableArray<ConfigurationChange>> ClearAsync(CancellationToken cancellationToken)
    {
        var read = (await ReadAsync(cancellationToken)).Where(each => each.IsKnown).ToList();
        await new HintSetter(store, journal, time, static _ => { }).ClearAsync(
            read.Select(each => each.Entry),
            "it is rolled back",
            cancellationToken
        );
        return
        [
            .. read.Where(each => each.Change.Action == ConfigurationChange.None)
                .Select(each =>
                    each.Change with
                    {
                        Action = ConfigurationChange.Drop,
                        After = null,
                        Reason = "it is as RgPolicy has set it, and is not needed any more",
                    }
                ),
        ];
    }

    private async Task<List<(HintEntry Entry, ConfigurationChange Change, bool IsKnown)>> ReadAsync(
        CancellationToken cancellationToken
    )
    {
        List<(HintEntry, ConfigurationChange, bool)> read = [];
        foreach (var entry in journal.Entries)
        {
            try
            {
                read.Add((entry, await ReadAsync(entry, cancellationToken), true));
            }
            catch (ConfigureException e) when (!e.IsLost)
            {
                read.Add((entry, Unknown(entry, e.Message), false));
            }
        }

        return read;
    }

    private async Task<ConfigurationChange> ReadAsync(HintEntry entry, CancellationToken cancellationToken) =>
        await store.ReadAsync(entry.Database, entry.QueryId, entry.ReplicaGroup, cancellationToken) is not { } hint
            ? Missing(entry)
        : entry.IsOwn(hint.Text) ? Standing(entry)
        : Replaced(entry, hint.Text);

    private static ConfigurationChange Standing(HintEntry entry) =>
        Change(
            ConfigurationChange.None,
            entry,
            Facts(entry),
            Facts(entry),
            [],
            $"set by `rgp run` for class {entry.Class}"
        );

    private static ConfigurationChange Missing(HintEntry entry) =>
        Change(
            ConfigurationChange.Create,
            entry,
            null,
            Facts(entry),
            [HintStore.SetStatement(entry.QueryId, entry.Text, entry.ReplicaGroup)],
            "it was cleared by others"
        );

    private static ConfigurationChange Replaced(HintEntry entry, string text) =>
        Change(
            ConfigurationChange.Alter,
            entry,
            Json(new HintFacts(text, entry.QueryHash, null)),
            Facts(entry),
            [],
            "another one was set and is left alone"
        );

    private static ConfigurationChange Unknown(HintEntry entry, string why) =>
        Change(ConfigurationChange.Alter, entry, null, Facts(entry), [], $"it cannot be looked at: {why}");

    private static ConfigurationChange Change(
        string action,
        HintEntry entry,
        JsonElement? before,
        JsonElement? after,
        ImmutableArray<string> sql,
        string reason
    ) =>
        new(
            action,
            Kind,
            FormattableString.Invariant($"{entry.Database}/{entry.QueryId}"),
            before,
            after,
            sql,
            NextExecution,
            reason
        );

    private static JsonElement Facts(HintEntry entry) =>
        Json(new HintFacts(entry.Stored ?? entry.Text, entry.QueryHash, entry.Class));

    private static JsonElement Json(HintFacts facts) =>
        JsonSerializer.SerializeToElement(facts, HintJson.Default.HintFacts);
}
