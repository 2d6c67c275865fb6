using RgPolicy.Dbms.Beside;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Poll;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Dbms.SqlServer.History;

/// <summary>The history of running statements, read beside the poll on a connection of its own: known ones every 10 s,
/// new ones after a second at the latest, and more rarely, to every 30 s, where reading is slow. Used by the loop
/// alone.</summary>
internal sealed class SqlServerHistoryCache : IAsyncDisposable
{
    private const int MostAtOnce = 500;
    private static readonly TimeSpan Lifetime = TimeSpan.FromSeconds(10);
    private static readonly Pauses Pauses = new(TimeSpan.FromSeconds(1))
    {
        Longest = TimeSpan.FromSeconds(30),
        InReadings = 20,
    };

    private readonly HistoryReader _reader;
    private readonly ObserverNotes _notes;
    private readonly KnownHistories<HistoryKey> _known;
    private readonly BesidePoll<HistoryReading> _beside;
    private List<HistoryKey> _asked = [];

    public SqlServerHistoryCache(HistoryReader reader, ObserverNotes notes, int capacity, TimeProvider time)
    {
        (_reader, _notes) = (reader, notes);
        _known = new KnownHistories<HistoryKey>(capacity);
        _beside = new BesidePoll<HistoryReading>(
            token => _reader.ReadAsync(_asked, token),
            _reader.CloseAsync,
            Pauses,
            new FailureNote(notes, "the history of statements", SqlServerError.Advice),
            time
        );
    }

    /// <summary>The history of a statement, or null.</summary>
    public HistoryFacts? Find(RunningRequest request) => KeyOf(request) is { } key ? _known.Find(key) : null;

    /// <summary>Takes in what was read, and begins to read again when it is time.</summary>
    public void Update(IReadOnlyList<RunningRequest> running)
    {
        if (_beside.Take(out var reading))
        {
            _known.TakeIn(_asked, reading.Found);
            _notes.AddAll(reading.Notes);
        }

        if (!_beside.IsDue || !IsWanted(running))
            return;
        _asked = Next(running.Select(KeyOf).OfType<HistoryKey>(), _known.Has);
        if (_asked.Count > 0)
            _beside.Ask();
    }

    /// <summary>Completes when what is being read was read, or failed; the next update takes it in.</summary>
    public Task SettleAsync() => _beside.SettleAsync();

    public async ValueTask DisposeAsync()
    {
        await _beside.DisposeAsync();
        await _reader.CloseAsync();
    }

    /// <summary>Which statements are asked for: where there are too many, those of which nothing is known come
    /// first.</summary>
    internal static List<HistoryKey> Next(IEnumerable<HistoryKey> running, Predicate<HistoryKey> isKnown) =>
        [.. running.Distinct().OrderBy(key => isKnown(key)).Take(MostAtOnce)];

    private bool IsWanted(IReadOnlyList<RunningRequest> running)
    {
        if (_beside.Age is not { } age || age >= Lifetime)
            return true;
        foreach (var request in running)
            if (KeyOf(request) is { } key && !_known.Has(key))
                return true;
        return false;
    }

    private static HistoryKey? KeyOf(RunningRequest request) =>
        request is { Session.Facts.Database: var database, Row.Key.QueryHash: not 0 and var hash }
            ? new HistoryKey(database, hash)
            : null;
}
