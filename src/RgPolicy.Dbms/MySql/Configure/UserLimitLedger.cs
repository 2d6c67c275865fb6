namespace RgPolicy.Dbms.MySql.Configure;

/// <summary>Which limits of a server's accounts RgPolicy has set: an account has no place for a mark. It is on the disk
/// before the server is asked for anything. A value is RgPolicy's where it is still the one that was set.</summary>
internal sealed class UserLimitLedger
{
    private readonly ListFile<UserLimits> _file;

    private UserLimitLedger(ListFile<UserLimits> file) => _file = file;

    public static UserLimitLedger Open(string directory, ServerIdentity server) =>
        new(
            ListFile<UserLimits>.Open(
                Path.Combine(directory, "limits-" + ChangeJournal.FileName(server)),
                "the list of limits",
                UserLimitJson.Default.ImmutableArrayUserLimits,
                entry => entry is { User: not null, Host: not null }
            )
        );

    public UserLimits OwnOf(UserLimits there) => there.Each(limit => IsOwn(limit, there) ? limit.Of(there) : 0);

    /// <summary>True where RgPolicy set this limit, and it has another value now.</summary>
    public bool IsChanged(UserLimit limit, UserLimits there) =>
        limit.Of(there) != 0 && !IsOwn(limit, there) && EntriesOf(there).Any(entry => limit.Of(entry) != 0);

    public void Add(IReadOnlyCollection<UserLimits> limits)
    {
        if (limits.Count > 0)
            _file.Save([.. _file.Entries, .. limits]);
    }

    /// <summary>Keeps one entry for each account that is there: what is RgPolicy's, and what others have changed
    /// since.</summary>
    public void Settle(AccountCatalog actual)
    {
        var settled = _file
            .Entries.Select(entry => entry.Account)
            .Distinct()
            .Select(actual.Of)
            .Select(there => there.Each(limit => Kept(limit, there)))
            .Where(entry => !entry.IsNone)
            .ToImmutableArray();
        if (!settled.SequenceEqual(_file.Entries))
            _file.Save(settled);
    }

    private decimal Kept(UserLimit limit, UserLimits there) =>
        limit.Of(there) == 0 ? 0
        : IsOwn(limit, there) ? limit.Of(there)
        : EntriesOf(there).Select(limit.Of).FirstOrDefault(value => value != 0);

    private bool IsOwn(UserLimit limit, UserLimits there) =>
        limit.Of(there) != 0 && EntriesOf(there).Any(entry => limit.Of(entry) == limit.Of(there));

    private IEnumerable<UserLimits> EntriesOf(UserLimits there) =>
        _file.Entries.Where(entry => entry.Account == there.Account);
}
