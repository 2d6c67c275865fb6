using Npgsql;
using NpgsqlTypes;
using RgPolicy.Dbms.PostgreSql.Sql.Names;

namespace RgPolicy.Dbms.PostgreSql.Explain.Guarding;

/// <summary>The guard's statements, prepared once per connection, while names mean the server's own and
/// nothing else.</summary>
internal sealed class GuardCommands : IAsyncDisposable
{
    private readonly NpgsqlCommand _schemas;
    private readonly NpgsqlCommand _candidates;
    private readonly NpgsqlCommand _locked;
    private readonly NpgsqlCommand _owners;
    private readonly NpgsqlCommand _refusal;
    private readonly string[] _trusted;
    private readonly string _forbiddenPattern;

    private GuardCommands(NpgsqlConnection connection, string[] trusted, string forbiddenPattern)
    {
        (_trusted, _forbiddenPattern) = (trusted, forbiddenPattern);
        _schemas = New(connection, TrustSql.Schemas, Texts([]), Texts([]));
        _candidates = New(
            connection,
            ResolveSql.Candidates,
            Texts([]),
            Texts([]),
            new NpgsqlParameter<int> { TypedValue = RelationCandidate.MostChildren + 1 }
        );
        _locked = New(
            connection,
            ResolveSql.Locked,
            new NpgsqlParameter<int>(),
            new NpgsqlParameter<DateTime> { NpgsqlDbType = NpgsqlDbType.TimestampTz },
            Texts([])
        );
        _owners = New(connection, CheckSql.OwnersRefusal, Texts([]), Oids([]), Texts([]), Texts([]));
        _refusal = New(
            connection,
            CheckSql.Refusal,
            Texts([]),
            Oids([]),
            Texts([]),
            Texts([]),
            Texts([]),
            Texts([]),
            Texts([]),
            Texts([]),
            Oids([]),
            Texts([]),
            new NpgsqlParameter<string> { NpgsqlDbType = NpgsqlDbType.Text }
        );
    }

    /// <summary>Prepares them.</summary>
    public static async Task<GuardCommands> PrepareAsync(
        NpgsqlConnection connection,
        IEnumerable<string> trustedRoles,
        CancellationToken cancellationToken
    )
    {
        await using var pattern = New(connection, PatternSql, Texts(Forbidden.Names));
        var commands = new GuardCommands(
            connection,
            [.. trustedRoles],
            (string?)await pattern.ExecuteScalarAsync(cancellationToken) ?? "."
        );
        foreach (var command in commands.All)
            await command.PrepareAsync(cancellationToken);
        await commands.WarmUpAsync(cancellationToken);
        return commands;
    }

    /// <summary>Each is planned when it runs first, which takes longer than a guard may.</summary>
    private async Task WarmUpAsync(CancellationToken cancellationToken)
    {
        await SchemasAsync([], cancellationToken);
        await CandidatesAsync([], [], cancellationToken);
        await LockedAsync(0, default, [], cancellationToken);
        await OwnersRefusalAsync([], cancellationToken);
        await RefusalAsync(new GuardQuestion(NameReader.Read("SELECT 1"), [], []), cancellationToken);
    }

    /// <summary>The schemas of these names that there are.</summary>
    public async Task<List<SchemaTrust>> SchemasAsync(string[] names, CancellationToken cancellationToken)
    {
        Set(_schemas, _trusted, names);
        var found = new List<SchemaTrust>();
        await using var reader = await _schemas.ExecuteReaderAsync(cancellationToken);
        while (await reader.ReadAsync(cancellationToken))
            found.Add(
                new SchemaTrust(
                    reader.GetString(0),
                    reader.GetFieldValue<uint>(1),
                    TextOrNull(reader, 2),
                    TextOrNull(reader, 3),
                    reader.GetBoolean(4)
                )
            );
        return found;
    }

    /// <summary>What each of these names could mean; at most two for a name without schema.</summary>
    public Task<List<RelationCandidate>> CandidatesAsync(
        string[] schemas,
        string[] names,
        CancellationToken cancellationToken
    )
    {
        Set(_candidates, schemas, names);
        return ReadCandidatesAsync(_candidates, cancellationToken);
    }

    /// <summary>Which relations of these names a backend has locked, while it still runs what it began then.</summary>
    public Task<List<RelationCandidate>> LockedAsync(
        int processId,
        DateTime started,
        string[] names,
        CancellationToken cancellationToken
    )
    {
        ((NpgsqlParameter<int>)_locked.Parameters[0]).TypedValue = processId;
        ((NpgsqlParameter<DateTime>)_locked.Parameters[1]).TypedValue = DateTime.SpecifyKind(started, DateTimeKind.Utc);
        ((NpgsqlParameter<string[]>)_locked.Parameters[2]).TypedValue = names;
        return ReadCandidatesAsync(_locked, cancellationToken);
    }

    /// <summary>Why relations may not even be locked, whose locks are those of all that they read; or null.</summary>
    public async Task<string?> OwnersRefusalAsync(RelationCandidate[] relations, CancellationToken cancellationToken)
    {
        Set(_owners, _trusted, [], [.. relations.Select(r => r.Schema)], [.. relations.Select(r => r.Name)]);
        ((NpgsqlParameter<uint[]>)_owners.Parameters[1]).TypedValue = [.. relations.Select(r => r.Oid)];
        return (string?)await _owners.ExecuteScalarAsync(cancellationToken);
    }

    /// <summary>Why a statement may not be planned, or null; and whether it reaches partitions.</summary>
    public async Task<(string? Reason, bool HasPartitions)> RefusalAsync(
        GuardQuestion question,
        CancellationToken cancellationToken
    )
    {
        var names = question.Names;
        Set(
            _refusal,
            _trusted,
            [],
            [.. question.Relations.Select(r => r.Schema)],
            [.. question.Relations.Select(r => r.Name)],
            [.. names.Names],
            [.. names.Called],
            [.. names.Dotted],
            [.. names.Operators],
            [],
            Forbidden.Names
        );
        ((NpgsqlParameter<uint[]>)_refusal.Parameters[1]).TypedValue = [.. question.Relations.Select(r => r.Oid)];
        ((NpgsqlParameter<uint[]>)_refusal.Parameters[8]).TypedValue = question.Schemas;
        ((NpgsqlParameter<string>)_refusal.Parameters[10]).TypedValue = _forbiddenPattern;
        await using var reader = await _refusal.ExecuteReaderAsync(cancellationToken);
        return await reader.ReadAsync(cancellationToken)
            ? (TextOrNull(reader, 0), reader.GetBoolean(1))
            : ("the guard did not answer", false);
    }

    /// <inheritdoc />
    public async ValueTask DisposeAsync()
    {
        foreach (var command in All)
            await command.DisposeAsync();
    }

    private NpgsqlCommand[] All => [_schemas, _candidates, _locked, _owners, _refusal];

    private static async Task<List<RelationCandidate>> ReadCandidatesAsync(
        NpgsqlCommand command,
        CancellationToken cancellationToken
    )
    {
        var found = new List<RelationCandidate>();
        await using var reader = await command.ExecuteReaderAsync(cancellationToken);
        while (await reader.ReadAsync(cancellationToken))
            found.Add(
                new RelationCandidate(
                    reader.GetInt32(0),
                    reader.GetFieldValue<uint>(1),
                    reader.GetString(2),
                    reader.GetString(3),
                    reader.GetString(4),
                    reader.GetBoolean(5),
                    reader.GetInt32(6)
                )
            );
        return found;
    }

    private static NpgsqlCommand New(NpgsqlConnection connection, string sql, params NpgsqlParameter[] parameters)
    {
        var command = new NpgsqlCommand(sql, connection);
        command.Parameters.AddRange(parameters);
        return command;
    }

    private static void Set(NpgsqlCommand command, params string[][] values)
    {
        for (var i = 0; i < values.Length; i++)
            if (command.Parameters[i] is NpgsqlParameter<string[]> texts)
                texts.TypedValue = values[i];
    }

    private static NpgsqlParameter<string[]> Texts(string[] values) =>
        new() { NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Text, TypedValue = values };

    private static NpgsqlParameter<uint[]> Oids(uint[] values) =>
        new() { NpgsqlDbType = NpgsqlDbType.Array | NpgsqlDbType.Oid, TypedValue = values };

    private static string? TextOrNull(NpgsqlDataReader reader, int column) =>
        reader.IsDBNull(column) ? null : reader.GetString(column);

    // Stored expressions name functions by their oids.
    private const string PatternSql = """
        SELECT ':funcid (' || coalesce(string_agg(oid::text, '|'), '0') || ')[^0-9]'
          FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace AND oid < 16384 AND proname = ANY ($1)
        """;
}
