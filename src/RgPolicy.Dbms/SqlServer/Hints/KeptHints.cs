using System.Collections.Immutable;
using System.Text.Json;
using RgPolicy.Dbms.Configure;

namespace RgPolicy.Dbms.SqlServer.Hints;

/// <summary>The hints that a journal remembers, beside what is in the Query Stores.</summary>
internal sealed class KeptHints(HintStore store, HintJournal journal, TimeProvider time)
{
    private const string Kind = "query_hint";
    private const string NextExecution = "next_execution";

    /// <summary>Compares the journal with what the server has.</summary>
    /// <exception cref="ConfigureException">The server cannot be reached, or a database not be read.</exception>
    public async Task<ImmutableArray<ConfigurationChange>> CompareAsync(CancellationToken cancellationToken)
    {
        var changes = ImmutableArray.CreateBuilder<ConfigurationChange>();
        foreach (var entry in journal.Entries)
        {
            var stored = await store.ReadAsync(entry.Database, entry.QueryId, entry.ReplicaGroup, cancellationToken);
            changes.Add(
                stored is not { } hint ? Missing(entry)
                : entry.IsOwn(hint.Text) ? Standing(entry)
                : Replaced(entry, hint.Text)
            );
        }

        return changes.ToImmutable();
    }

    /// <summary>Clears those that are as they were set.</summary>
    /// <exception cref="ConfigureException">The server cannot be reached, or refuses it.</exception>
    public async Task<ImmutableArray<ConfigurationChange>> ClearAsync(CancellationToken cancellationToken)
    {
        var standing = (await CompareAsync(cancellationToken))
            .Where(change => change.Action == ConfigurationChange.None)
            .ToList();
        await new HintSetter(store, journal, time, static _ => { }).ClearAllAsync(
            "it is rolled back",
            cancellationToken
        );
        return
        [
            .. standing.Select(change =>
                change with
                {
                    Action = ConfigurationChange.Drop,
                    After = null,
                    Reason = "it is as RgPolicy has set it, and is not needed any more",
                }
            ),
        ];
    }

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
            "somebody has cleared it"
        );

    private static ConfigurationChange Replaced(HintEntry entry, string text) =>
        Change(
            ConfigurationChange.Alter,
            entry,
            Json(new HintFacts(text, entry.QueryHash, null)),
            Facts(entry),
            [],
            "somebody has set another one, which is left alone"
        );

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
