using System.Collections.Immutable;
using Npgsql;
using RgPolicy.Dbms.PostgreSql.Sql.Names;

namespace RgPolicy.Dbms.PostgreSql.Explain.Guarding;

/// <summary>
/// Begins the transaction in which a text is planned, and asks what its names mean in the same message; prepared once
/// per connection.
/// </summary>
internal sealed class GuardStart : IAsyncDisposable
{
    private readonly NpgsqlBatch _batch;
    private readonly NpgsqlParameter<string[]> _schemas = GuardParameters.Texts();
    private readonly NpgsqlParameter<string[]> _placeSchemas = GuardParameters.Texts();
    private readonly NpgsqlParameter<string[]> _placeNames = GuardParameters.Texts();

    /// <summary>Not prepared yet.</summary>
    public GuardStart(NpgsqlConnection connection, string[] trusted, LockRoom room)
    {
        _batch = new NpgsqlBatch(connection);
        foreach (var sql in ExplainSteps.Begin)
            _batch.BatchCommands.Add(new NpgsqlBatchCommand(sql));
        _batch.BatchCommands.Add(
            new NpgsqlBatchCommand(TrustSql.Schemas) { Parameters = { GuardParameters.Texts(trusted), _schemas } }
        );
        _batch.BatchCommands.Add(
            new NpgsqlBatchCommand(ResolveSql.Candidates)
            {
                Parameters = { _placeSchemas, _placeNames, GuardParameters.Number(room.Children) },
            }
        );
    }

    /// <summary>Prepares it.</summary>
    public Task PrepareAsync(CancellationToken cancellationToken) => _batch.PrepareAsync(cancellationToken);

    /// <summary>Begins.</summary>
    /// <param name="schemas">Names of schemas to be asked about.</param>
    /// <param name="places">Where the text names tables.</param>
    /// <param name="cancellationToken">Ends it.</param>
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

    /// <inheritdoc />
    public ValueTask DisposeAsync() => _batch.DisposeAsync();
}
