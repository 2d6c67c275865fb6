using RgPolicy.Dbms.SqlServer.Doctor;

namespace RgPolicy.Dbms.SqlServer.Hints;

/// <summary>Sets and clears hints by the rules: journalled first, read back, cleared when the class changes or the
/// statement did not run for an hour. Hints that are not RgPolicy's are left alone and reported. For one task at a
/// time.</summary>
internal sealed class HintSetter(HintStore store, HintJournal journal, TimeProvider time, Action<string> tell)
{
    public const int MostPerDatabase = 500;

    private const int MostRemembered = 10_000;
    private static readonly TimeSpan Pause = TimeSpan.FromMinutes(5);

    private readonly Dictionary<(string Database, string Fingerprint), (long Since, TimeSpan Pause)> _refused = [];
    private readonly Dictionary<(string Database, string Fingerprint), long> _looked = [];

    /// <exception cref="ConfigureException">The server cannot be reached, or a database not be used.</exception>
    public Task CarryOutAsync(IEnumerable<HintRequest> requests, CancellationToken cancellationToken) =>
        EachAsync(requests, request => CarryOutAsync(request, cancellationToken));

    /// <exception cref="ConfigureException">The server cannot be reached, or the database not be used.</exception>
    public async Task CarryOutAsync(HintRequest request, CancellationToken cancellationToken)
    {
        await SettleAsync(request, cancellationToken);
        var standing = journal.Of(request.Database, request.Fingerprint).ToList();
        foreach (var entry in standing.Where(each => each.Text != request.Hint))
            await ClearAsync(entry, "its class has changed, or what a rule makes of it", cancellationToken);
        if (request.Hint is not { } hint)
            return;
        standing.RemoveAll(each => each.Text != hint);
        if (standing.Count > 0)
            await ClearOfOtherRoleAsync(request.Database, standing, cancellationToken);
        if (standing.Count > 0)
            Renew(standing, request);
        if (!IsRefused(request) && (standing.Count == 0 || IsTimeToLook(request)))
            await TryAddAsync(request, hint, cancellationToken);
    }

    /// <summary>The same statement in another procedure, or with other options, is another query, which may come
    /// later.</summary>
    private bool IsTimeToLook(HintRequest request)
    {
        var key = (request.Database, request.Fingerprint);
        if (_looked.TryGetValue(key, out var at) && time.GetElapsedTime(at) < Pause)
            return false;
        if (_looked.Count >= MostRemembered)
            _looked.Clear();
        _looked[key] = time.GetTimestamp();
        return true;
    }

    /// <summary>A replica that has become the primary, or a secondary, needs hints of another group.</summary>
    private async Task ClearOfOtherRoleAsync(
        string database,
        List<HintEntry> standing,
        CancellationToken cancellationToken
    )
    {
        var place = await store.PlaceAsync(database, cancellationToken);
        if (place.Refusal is not null)
            return;
        foreach (var entry in standing.Where(each => each.ReplicaGroup != place.ReplicaGroup).ToList())
        {
            await ClearAsync(entry, "the replica has another role now", cancellationToken);
            standing.Remove(entry);
        }
    }

    /// <summary>Clears what has expired, and what the server reports as failed.</summary>
    /// <exception cref="ConfigureException">The server cannot be reached, or a database not be used.</exception>
    public Task ReviewAsync(CancellationToken cancellationToken)
    {
        store.Forget();
        return EachAsync(
            journal.Entries,
            entry =>
            {
                if (entry.Expires <= time.GetUtcNow())
                    return ClearAsync(entry, entry.WhyOver, cancellationToken);
                KeepNoLonger(entry);
                return ReviewAsync(entry, cancellationToken);
            }
        );
    }

    /// <summary>A clock that was set back does not prolong a hint.</summary>
    private void KeepNoLonger(HintEntry entry)
    {
        if (entry.Expires > time.GetUtcNow() + HintEntry.Lifetime)
            journal.Put(entry.Renewed(time.GetUtcNow(), entry.Until));
    }

    private async Task ReviewAsync(HintEntry entry, CancellationToken cancellationToken)
    {
        if (entry.Stored is null)
            return;
        var stored = await ReadAsync(entry, cancellationToken);
        if (stored is null)
        {
            tell($"{Name(entry)}: its hint was cleared by others, and it gets none for an hour");
            journal.Remove(entry);
            Refuse(entry.Database, entry.QueryHash, HintEntry.Lifetime);
        }
        else if (stored is { Failure: { } failure })
        {
            await ClearAsync(entry, $"the server could not use it ({failure})", cancellationToken);
            Refuse(entry.Database, entry.QueryHash, Pause);
        }
    }

    /// <summary>Clears everything that is RgPolicy's.</summary>
    /// <exception cref="ConfigureException">The server cannot be reached, or a database not be used.</exception>
    public Task ClearAllAsync(string reason, CancellationToken cancellationToken) =>
        ClearAsync(journal.Entries, reason, cancellationToken);

    /// <exception cref="ConfigureException">The server cannot be reached, or a database not be used.</exception>
    public Task ClearAsync(IEnumerable<HintEntry> entries, string reason, CancellationToken cancellationToken) =>
        EachAsync(entries, entry => ClearAsync(entry, reason, cancellationToken));

    /// <summary>A database that is gone or has become read-only keeps its hints and its entries; the others do not wait
    /// for it.</summary>
    private static async Task EachAsync<T>(IEnumerable<T> all, Func<T, Task> work)
    {
        ConfigureException? failure = null;
        foreach (var each in all)
        {
            try
            {
                await work(each);
            }
            catch (ConfigureException e) when (!e.IsLost)
            {
                failure ??= e;
            }
        }

        if (failure is not null)
            throw failure;
    }

    /// <summary>Where the connection was lost in the middle, only the server knows whether a hint was set.</summary>
    private async Task SettleAsync(HintRequest request, CancellationToken cancellationToken)
    {
        foreach (
            var entry in journal.Of(request.Database, request.Fingerprint).Where(each => each.Stored is null).ToList()
        )
        {
            if (await ReadAsync(entry, cancellationToken) is { } stored && entry.IsOwn(stored.Text))
                journal.Put(entry with { Stored = stored.Text });
            else
                journal.Remove(entry);
        }
    }

    /// <summary>A database that the login may not enter concerns the statements in it alone.</summary>
    private async Task TryAddAsync(HintRequest request, string hint, CancellationToken cancellationToken)
    {
        try
        {
            await AddAsync(request, hint, cancellationToken);
        }
        catch (ConfigureException e) when (!e.IsLost)
        {
            Refuse(request, e.Message);
        }
    }

    private async Task AddAsync(HintRequest request, string hint, CancellationToken cancellationToken)
    {
        if ((await store.PlaceAsync(request.Database, cancellationToken)).Refusal is { } where)
        {
            store.Forget();
            Refuse(request, where);
            return;
        }

        var kept = journal.Of(request.Database, request.Fingerprint).Select(each => each.QueryId).ToHashSet();
        var candidates = await store.FindAsync(request.Database, request.Fingerprint, cancellationToken);
        if (candidates.Count == 0 && kept.Count == 0)
            Refuse(request, WhyUnknown(await store.StateAsync(request.Database, cancellationToken)));
        // Where one of the statement's queries has its hint, another that gets none is no news.
        foreach (
            var candidate in candidates.Where(each =>
                !kept.Contains(each.QueryId) && (kept.Count == 0 || each.Refusal is null)
            )
        )
        {
            if (candidate.Refusal is { } refusal)
                Refuse(request, refusal);
            else if (journal.Entries.Count(each => each.Database == request.Database) >= MostPerDatabase)
                Refuse(request, $"there are {MostPerDatabase} hints in this database already");
            else
                await SetAsync(request, hint, candidate.QueryId, cancellationToken);
        }
    }

    private static string WhyUnknown(QueryStoreState store) =>
        store.IsWritable
            ? "the Query Store does not know it (yet)"
            : $"the Query Store is {store.Described}: `rgp doctor` says how to change that";

    private async Task SetAsync(HintRequest request, string hint, long queryId, CancellationToken cancellationToken)
    {
        var entry = new HintEntry(request.Database, queryId, request.Fingerprint, hint, null, request.Class, default)
        {
            ReplicaGroup = (await store.PlaceAsync(request.Database, cancellationToken)).ReplicaGroup,
        }.Renewed(time.GetUtcNow(), UntilOf(request));
        journal.Put(entry);
        try
        {
            await store.SetAsync(request.Database, queryId, hint, entry.ReplicaGroup, cancellationToken);
        }
        catch (ConfigureException e) when (!e.IsLost)
        {
            journal.Remove(entry);
            var state = await store.StateAsync(request.Database, cancellationToken);
            Refuse(request, state.IsWritable ? $"the server refuses it ({e.Message})" : WhyUnknown(state));
            return;
        }

        if (await ReadAsync(entry, cancellationToken) is not { } stored)
        {
            journal.Remove(entry);
            Refuse(request, "it was set, and is not there when read back");
            return;
        }

        journal.Put(entry with { Stored = stored.Text });
        tell(
            $"{Name(entry)}: {stored.Text} from its next execution on, for class {request.Class}{(request.Rule is { } rule ? $" and rule {rule}" : "")}"
        );
    }

    private async Task ClearAsync(HintEntry entry, string reason, CancellationToken cancellationToken)
    {
        var stored = await ReadAsync(entry, cancellationToken);
        if (stored is { } hint && !entry.IsOwn(hint.Text))
            tell($"{Name(entry)}: another hint is there now and is left alone: {hint.Text}");
        else if (stored is not null)
        {
            await store.ClearAsync(entry.Database, entry.QueryId, entry.ReplicaGroup, cancellationToken);
            tell($"{Name(entry)}: its hint is cleared: {reason}");
        }

        journal.Remove(entry);
    }

    private Task<(string Text, string? Failure)?> ReadAsync(HintEntry entry, CancellationToken cancellationToken) =>
        store.ReadAsync(entry.Database, entry.QueryId, entry.ReplicaGroup, cancellationToken);

    private void Renew(IEnumerable<HintEntry> standing, HintRequest request)
    {
        foreach (var entry in standing)
        {
            var renewed = entry.Renewed(time.GetUtcNow(), UntilOf(request));
            if (renewed.DiffersFrom(entry))
                journal.Put(renewed);
        }
    }

    private DateTimeOffset? UntilOf(HintRequest request) =>
        request.Lasts is { } lasts ? time.GetUtcNow() + lasts : null;

    private bool IsRefused(HintRequest request) =>
        _refused.TryGetValue((request.Database, request.Fingerprint), out var refusal)
        && time.GetElapsedTime(refusal.Since) < refusal.Pause;

    private void Refuse(HintRequest request, string reason)
    {
        tell($"{request.Fingerprint} in {request.Database} gets no hint: {reason}");
        Refuse(request.Database, request.Fingerprint, Pause);
    }

    private void Refuse(string database, string fingerprint, TimeSpan pause)
    {
        if (_refused.Count >= MostRemembered)
            _refused.Clear();
        _refused[(database, fingerprint)] = (time.GetTimestamp(), pause);
    }

    private static string Name(HintEntry entry) =>
        FormattableString.Invariant($"{entry.QueryHash} (query {entry.QueryId}) in {entry.Database}");
}
