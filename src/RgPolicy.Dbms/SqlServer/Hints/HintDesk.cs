using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.SqlServer.Doctor;

namespace RgPolicy.Dbms.SqlServer.Hints;

/// <summary>
/// Sets and clears hints by the rules: journalled first, read back, cleared when the class changes or
/// nobody ran the statement for an hour; whatever is not RgPolicy's is left alone and told. For one task at a time.
/// </summary>
internal sealed class HintDesk(HintStore store, HintJournal journal, TimeProvider time, Action<string> tell)
{
    /// <summary>The most hints in one database.</summary>
    public const int MostPerDatabase = 500;

    private const int MostRemembered = 10_000;
    private static readonly TimeSpan Pause = TimeSpan.FromMinutes(5);

    private readonly Dictionary<(string Database, string Fingerprint), (long Since, TimeSpan Pause)> _refused = [];

    /// <summary>Carries out one wish.</summary>
    /// <exception cref="ConfigureException">The server cannot be reached.</exception>
    public async Task CarryOutAsync(HintWish wish, CancellationToken cancellationToken)
    {
        await SettleAsync(wish, cancellationToken);
        var standing = journal.Of(wish.Database, wish.Fingerprint).ToList();
        foreach (var entry in standing.Where(each => each.Text != wish.Hint))
            await ClearAsync(entry, "its class has changed, or what a rule makes of it", cancellationToken);
        if (wish.Hint is not { } hint)
            return;
        if (standing.Any(each => each.Text == hint))
            Renew(standing, wish);
        else if (!IsRefused(wish))
            await TryAddAsync(wish, hint, cancellationToken);
    }

    /// <summary>Clears what has expired, and what the server reports as failed.</summary>
    /// <exception cref="ConfigureException">The server cannot be reached.</exception>
    public async Task ReviewAsync(CancellationToken cancellationToken)
    {
        foreach (var entry in journal.Entries)
        {
            if (entry.Expires <= time.GetUtcNow())
                await ClearAsync(entry, entry.WhyOver, cancellationToken);
            else
            {
                KeepNoLonger(entry);
                await ReviewAsync(entry, cancellationToken);
            }
        }
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
        var stored = await store.ReadAsync(entry.Database, entry.QueryId, cancellationToken);
        if (stored is null)
        {
            tell($"{Name(entry)}: somebody has cleared its hint, and it gets none for an hour");
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
    /// <exception cref="ConfigureException">The server cannot be reached.</exception>
    public async Task ClearAllAsync(string reason, CancellationToken cancellationToken)
    {
        ConfigureException? failure = null;
        foreach (var entry in journal.Entries)
        {
            try
            {
                await ClearAsync(entry, reason, cancellationToken);
            }
            catch (ConfigureException e) when (!e.IsLost)
            {
                // A database that has become read-only keeps its hints and its entries; the others do not wait for it.
                failure ??= e;
            }
        }

        if (failure is not null)
            throw failure;
    }

    /// <summary>Where the connection was lost in the middle, only the server knows whether a hint was set.</summary>
    private async Task SettleAsync(HintWish wish, CancellationToken cancellationToken)
    {
        foreach (var entry in journal.Of(wish.Database, wish.Fingerprint).Where(each => each.Stored is null).ToList())
        {
            if (
                await store.ReadAsync(entry.Database, entry.QueryId, cancellationToken) is { } stored
                && entry.IsOwn(stored.Text)
            )
                journal.Put(entry with { Stored = stored.Text });
            else
                journal.Remove(entry);
        }
    }

    /// <summary>A database that the login may not enter concerns the statements in it alone.</summary>
    private async Task TryAddAsync(HintWish wish, string hint, CancellationToken cancellationToken)
    {
        try
        {
            await AddAsync(wish, hint, cancellationToken);
        }
        catch (ConfigureException e) when (!e.IsLost)
        {
            Refuse(wish, e.Message);
        }
    }

    private async Task AddAsync(HintWish wish, string hint, CancellationToken cancellationToken)
    {
        var candidates = await store.FindAsync(wish.Database, wish.Fingerprint, cancellationToken);
        if (candidates.Count == 0)
            Refuse(wish, WhyUnknown(await store.StateAsync(wish.Database, cancellationToken)));
        foreach (var candidate in candidates)
        {
            if (candidate.Refusal is { } refusal)
                Refuse(wish, refusal);
            else if (journal.Entries.Count(each => each.Database == wish.Database) >= MostPerDatabase)
                Refuse(wish, $"there are {MostPerDatabase} hints in this database already");
            else
                await SetAsync(wish, hint, candidate.QueryId, cancellationToken);
        }
    }

    private static string WhyUnknown(QueryStoreState store) =>
        store.IsWritable
            ? "the Query Store does not know it (yet)"
            : $"the Query Store is {store.Described}: `rgp doctor` says how to change that";

    private async Task SetAsync(HintWish wish, string hint, long queryId, CancellationToken cancellationToken)
    {
        var entry = new HintEntry(wish.Database, queryId, wish.Fingerprint, hint, null, wish.Class, default).Renewed(
            time.GetUtcNow(),
            UntilOf(wish)
        );
        journal.Put(entry);
        try
        {
            await store.SetAsync(wish.Database, queryId, hint, cancellationToken);
        }
        catch (ConfigureException e) when (!e.IsLost)
        {
            journal.Remove(entry);
            var state = await store.StateAsync(wish.Database, cancellationToken);
            Refuse(wish, state.IsWritable ? $"the server refuses it ({e.Message})" : WhyUnknown(state));
            return;
        }

        if (await store.ReadAsync(wish.Database, queryId, cancellationToken) is not { } stored)
        {
            journal.Remove(entry);
            Refuse(wish, "it was set, and is not there when read back");
            return;
        }

        journal.Put(entry with { Stored = stored.Text });
        tell(
            $"{Name(entry)}: {stored.Text} from its next execution on, for class {wish.Class}{(wish.Rule is { } rule ? $" and rule {rule}" : "")}"
        );
    }

    private async Task ClearAsync(HintEntry entry, string reason, CancellationToken cancellationToken)
    {
        var stored = await store.ReadAsync(entry.Database, entry.QueryId, cancellationToken);
        if (stored is { } hint && !entry.IsOwn(hint.Text))
            tell($"{Name(entry)}: somebody else's hint is there now and is left alone: {hint.Text}");
        else if (stored is not null)
        {
            await store.ClearAsync(entry.Database, entry.QueryId, cancellationToken);
            tell($"{Name(entry)}: its hint is cleared: {reason}");
        }

        journal.Remove(entry);
    }

    private void Renew(IEnumerable<HintEntry> standing, HintWish wish)
    {
        foreach (var entry in standing)
        {
            var renewed = entry.Renewed(time.GetUtcNow(), UntilOf(wish));
            if (renewed.DiffersFrom(entry))
                journal.Put(renewed);
        }
    }

    private DateTimeOffset? UntilOf(HintWish wish) => wish.Lasts is { } lasts ? time.GetUtcNow() + lasts : null;

    private bool IsRefused(HintWish wish) =>
        _refused.TryGetValue((wish.Database, wish.Fingerprint), out var refusal)
        && time.GetElapsedTime(refusal.Since) < refusal.Pause;

    private void Refuse(HintWish wish, string reason)
    {
        tell($"{wish.Fingerprint} in {wish.Database} gets no hint: {reason}");
        Refuse(wish.Database, wish.Fingerprint, Pause);
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
