using RgPolicy.Dbms.Beside;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.SqlServer.Poll;

namespace RgPolicy.Dbms.SqlServer.History;

/// <summary>The history of running statements, read beside the poll on a connection of its own: known ones every 10 s,
/// new ones after a second at the latest, and more rarely, to every 30 s, where reading is slow. Used by the loop
/// alone.</summary>
internal sealed class SqlServerHistoryCache(HistoryReader reader, ObserverNotes notes, int capacity, TimeProvider time)
    : BesideCache<HistoryReading>(
        Pauses,
        new FailureNote(notes, "the history of statements", SqlServerError.Advice),
        time
    )
{
    private const int MostAtOnce = 500;
    private static readonly Pauses Pauses = new(TimeSpan.FromSeconds(1))
    {
        Longest = TimeSpan.FromSeconds(30),
        InReadings = 20,
    };

    private readonly KnownHistories<HistoryKey> _known = new(capacity);
    private List<HistoryKey> _asked = [];

    public HistoryFacts? Find(RunningRequest request) => KeyOf(request) is { } key ? _known.Find(key) : null;

    public void Update(IReadOnlyList<RunningRequest> running)
    {
        if (Beside.Take(out var reading))
        {
            _known.TakeIn(_asked, reading.Found);
            notes.AddAll(reading.Notes);
        }

        var keys = running.Select(KeyOf).OfType<HistoryKey>();
        if (!Beside.IsDue || !_known.IsDue(Beside.Age, keys))
            return;
        _asked = Next(keys, _known.Has);
        if (_asked.Count > 0)
            Beside.Ask();
    }

    /// <summary>Which statements are asked for: where there are too many, those of which nothing is known come
    /// first.</summary>
    internal static List<HistoryKey> Next(IEnumerable<HistoryKey> running, Predicate<HistoryKey> isKnown) =>
        [.. running.Distinct().OrderBy(key => isKnown(key)).Take(MostAtOnce)];

    protected override Task<HistoryReading> ReadAsync(CancellationToken cancellationToken) =>
        reader.ReadAsync(_asked, cancellationToken);

    protected override Task CloseAsync() => reader.CloseAsync();

    private static HistoryKey? KeyOf(RunningRequest request) =>
        request is { Session.Facts.Database: var database, Row.Key.QueryHash: not 0 and var hash }
            ? new HistoryKey(database, hash)
            : null;
}
