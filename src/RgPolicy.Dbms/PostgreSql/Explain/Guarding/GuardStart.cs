using Npgsql;
using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.PostgreSql.Sql.Names;

namespace RgPolicy.Dbms.PostgreSql.Explain.Guarding;

/// <summary>Begins the transaction in which a text is planned, and asks what its names mean in the same message;
/// prepared once per connection.</summary>
internal sealed class GuardStart : IAsyncDisposable
{
    private readonly NpgsqlBatch _batch;
    private readonly NpgsqlParameter<string[]> _schemas = PostgresParameter.Texts();
    private readonly NpgsqlParameter<string[]> _placeSchemas = PostgresParameter.Texts();
    private readonly NpgsqlParameter<string[]> _placeNames = PostgresParameter.Texts();

    public GuardStart(NpgsqlConnection connection, string[] trusted, LockRoom room)
    {
        _batch = new NpgsqlBatch(connection);
        foreach (var sql in ExplainSteps.Begin)
            _batch.BatchCommands.Add(new NpgsqlBatchCommand(sql));
        _batch.BatchCommands.Add(
            new NpgsqlBatchCommand(TrustSql.Schemas) { Parameters = { PostgresParameter.Texts(trusted), _schemas } }
        );
        _batch.BatchCommands.Add(
            new NpgsqlBatchCommand(ResolveSql.Candidates)
            {
                Parameters = { _placeSchemas, _placeNames, PostgresParameter.Number(room.Children) },
            }
        );
    }

    public Task PrepareAsync(CancellationToken cancellationToken) => _batch.PrepareAsync(cancellationToken);

    /// <returns>The schemas that there are, and what each place could mean; at most two for a name without
    /// schema.</returns>
    public async Task<(List<SchemaTrust> Schemas, List<RelationCandidate> Candidates)> BeginAsync(
        string[] schemas,
        ImmutableArray<RelationReference> places,
        CancellationToken cancellationToken
    )
    {
        _schemas.TypedValue = schemas;
        _placeSchemas.TypedValue = [.. places.Select(p => p.Schema)];
        _placeNames.TypedValue = [.. places.Select(p => p.Name)];
        await using var reader = await _batch.ExecuteReaderAsync(cancellationToken);
        var found = await GuardRows.SchemasAsync(reader, cancellationToken);
        await reader.NextResultAsync(cancellationToken);
        return (found, await GuardRows.CandidatesAsync(reader, cancellationToken));
    }

    public ValueTask DisposeAsync() => _batch.DisposeAsync();
}

/// <summary>
/// How much of the server's memory for locks one text may take while it is planned. The server has it for all its
/// sessions together, and fails whoever finds it full.
/// </summary>
internal sealed record LockRoom(int Locks)
{
    private const int MostOfAny = 1000;

    /// <summary>Partitions and children that are locked with the tables of a text: a quarter, and never more than a
    /// thousand.</summary>
    public int Children => Math.Min(MostOfAny, Locks / 4);

    /// <summary>Tables, partitions and indexes that planning may open: a half.</summary>
    public int All => Locks / 2;

    /// <summary>Asks the server; one number.</summary>
    public const string Sql = """
        SELECT least(current_setting('max_locks_per_transaction')::int8
                   * (current_setting('max_connections')::int8 + current_setting('max_prepared_transactions')::int8), 1000000000)::int4
        """;
}
