using Npgsql;
using RgPolicy.Dbms.PostgreSql.Connect;

namespace RgPolicy.Dbms.PostgreSql.Poll;

/// <summary>Which work the server says that a command is at. Each view has one row for each such command that runs, so
/// it is asked only while one runs, and prepared when it is asked for the first time: most servers run none for
/// long.</summary>
internal sealed class CommandProgress(PostgresSession session) : IAsyncDisposable
{
    private const string NoteTopic = "progress";

    // A COPY of a query is at what its plan does, which the view does not tell.
    private const string Sql = """
        SELECT pid, phase FROM pg_catalog.pg_stat_progress_create_index
        UNION ALL SELECT pid, phase FROM pg_catalog.pg_stat_progress_vacuum
        UNION ALL SELECT pid, phase FROM pg_catalog.pg_stat_progress_analyze
        UNION ALL SELECT pid, phase FROM pg_catalog.pg_stat_progress_cluster
        UNION ALL SELECT pid, command FROM pg_catalog.pg_stat_progress_copy WHERE relid <> 0
        """;

    // As the views of 14 to 18 call them. What waits, begins or tidies up is at no work that a class could mean, and
    // what does several things under one name tells nothing.
    private static readonly FrozenDictionary<string, PlanShape> Phases = new Dictionary<string, PlanShape>(
        StringComparer.Ordinal
    )
    {
        ["building index: scanning table"] = PlanShape.Scan,
        ["building index: sorting live tuples"] = PlanShape.Sort,
        ["building index: sorting dead tuples"] = PlanShape.Sort,
        ["building index: sorting tuples (workers)"] = PlanShape.Sort,
        ["building index: merging tuples (workers)"] = PlanShape.Sort,
        ["building index: sorting tuples"] = PlanShape.Sort,
        ["building index: merging tuples"] = PlanShape.Write,
        ["building index: loading tuples"] = PlanShape.Write,
        ["building index: loading tuples in tree"] = PlanShape.Write,
        ["index validation: scanning index"] = PlanShape.Scan,
        ["index validation: sorting tuples"] = PlanShape.Sort,
        ["index validation: scanning table"] = PlanShape.Scan,
        ["scanning heap"] = PlanShape.Scan,
        ["vacuuming indexes"] = PlanShape.Scan,
        ["vacuuming heap"] = PlanShape.Write,
        ["cleaning up indexes"] = PlanShape.Scan,
        ["acquiring sample rows"] = PlanShape.Scan,
        ["acquiring inherited sample rows"] = PlanShape.Scan,
        ["computing statistics"] = PlanShape.Sort,
        ["computing extended statistics"] = PlanShape.Sort,
        ["seq scanning heap"] = PlanShape.Scan,
        ["index scanning heap"] = PlanShape.Scan,
        ["sorting tuples"] = PlanShape.Sort,
        ["writing new heap"] = PlanShape.Write,
        ["COPY FROM"] = PlanShape.BulkLoad,
        ["COPY TO"] = PlanShape.Scan,
    }.ToFrozenDictionary(StringComparer.Ordinal);

    private readonly PostgresQuery _query = new(session.Connection, Sql);
    private readonly Dictionary<int, PlanShape> _work = [];
    private bool _isPrepared;
    private bool _isRefused;

    /// <summary>What a phase of the views is, or null where it tells nothing.</summary>
    public static PlanShape? WorkOf(string phase) => Phases.TryGetValue(phase, out var work) ? work : null;

    /// <summary>Tells the running queries what they are at. Where a view may not be read nothing is told, and this
    /// connection does not ask again: the poll is worth more than phases.</summary>
    public async Task TellAsync(QueryTable table, ObserverNotes notes, CancellationToken cancellationToken)
    {
        if (_isRefused || !table.MayShowProgress)
        {
            table.SeeWork(null);
            return;
        }

        try
        {
            table.SeeWork(await ReadAsync(cancellationToken));
            notes.Set(NoteTopic);
        }
        catch (PostgresException e) when (e.InvariantSeverity == "ERROR")
        {
            _isRefused = true;
            table.SeeWork(null);
            notes.Set(NoteTopic, $"plan.phase of commands is not known: {e.MessageText}");
        }
    }

    /// <summary>By process id, until it is read again.</summary>
    public async Task<IReadOnlyDictionary<int, PlanShape>> ReadAsync(CancellationToken cancellationToken)
    {
        _work.Clear();
        if (!_isPrepared)
        {
            await _query.PrepareAsync(cancellationToken);
            _isPrepared = true;
        }

        await using var reader = await _query.OpenAsync([], cancellationToken);
        while (await reader.ReadAsync(cancellationToken))
            if (!reader.IsDBNull(1) && WorkOf(reader.GetString(1)) is { } work)
                _work[reader.GetInt32(0)] = work;
        return _work;
    }

    public ValueTask DisposeAsync() => _query.DisposeAsync();
}
