using RgPolicy.Dbms.Beside;
using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.MySql.Poll;

namespace RgPolicy.Dbms.MySql.History;

/// <summary>The history of statements, read every 10 s beside the poll on a connection of its own. Used by the loop
/// alone.</summary>
internal sealed class MySqlHistoryCache : BesideCache<List<KeyValuePair<DigestKey, HistoryFacts>>>
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    private readonly MySqlConnectionOptions _options;
    private readonly OwnBackends _own;
    private readonly KnownHistories<DigestKey> _known;
    private readonly LeastRecentlyUsed<string, string?> _forms;
    private readonly DigestReader _reader;
    private MySqlLink? _link;
    private TimeSpan? _age;

    public MySqlHistoryCache(
        MySqlConnectionOptions options,
        OwnBackends own,
        MySqlServerTraits traits,
        int capacity,
        ObserverNotes notes,
        TimeProvider time
    )
        : base(
            new Pauses(Interval) { Limit = options.ConnectTimeout + Patience },
            new FailureNote(notes, "the history of statements", MySqlFailure.Reason),
            time
        )
    {
        (_options, _own) = (options, own);
        (_known, _forms, _reader) = (
            new KnownHistories<DigestKey>(capacity),
            new(capacity),
            new(capacity, traits.CountsCpu)
        );
    }

    /// <summary>Earlier executions of a running statement, or null; the same instance while they are the
    /// same.</summary>
    public HistoryFacts? Find(RunningStatement statement)
    {
        var database = statement.Session.Facts.Database;
        if (statement.Statement.Digest is { } digest && _known.Find(new DigestKey(database, digest)) is { } ofDigest)
            return ofDigest;
        if (statement.Statement is not { Text: { } text, IsTruncated: false, Fingerprint: { } fingerprint })
            return null;
        if (!_forms.TryGet(fingerprint, out var form))
            _forms.Put(fingerprint, form = DigestForm.Of(text));
        return form is null ? null : _known.Find(new DigestKey(database, form));
    }

    public void Update()
    {
        if (Beside.Take(out var found))
            _known.TakeIn([], found);
        if (!Beside.IsDue)
            return;
        _age = Beside.Age;
        Beside.Ask();
    }

    protected override async Task<List<KeyValuePair<DigestKey, HistoryFacts>>> ReadAsync(
        CancellationToken cancellationToken
    )
    {
        _link ??= await MySqlLink.OpenAsync(_options, _own, cancellationToken);
        return await _reader.ReadAsync(_link, _age, cancellationToken);
    }

    protected override async Task CloseAsync()
    {
        if (_link is not { } link)
            return;
        _link = null;
        await link.DisposeAsync();
    }
}
