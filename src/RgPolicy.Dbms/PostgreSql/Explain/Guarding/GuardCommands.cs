using Npgsql;
using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.PostgreSql.Sql.Names;

namespace RgPolicy.Dbms.PostgreSql.Explain.Guarding;

/// <summary>The guard's statements, prepared once per connection, while names mean the server's own and
/// nothing else.</summary>
internal sealed class GuardCommands : IAsyncDisposable
{
    private readonly GuardStart _start;
    private readonly NpgsqlCommand _candidates;
    private readonly NpgsqlCommand _locked;
    private readonly NpgsqlCommand _owners;
    private readonly NpgsqlCommand _isInDoubt;
    private readonly NpgsqlCommand _refusal;
    private readonly string[] _trusted;
    private readonly string[] _extensions;

    private GuardCommands(NpgsqlConnection connection, string[] trusted, RefusedNames refused, LockRoom room)
    {
        (_trusted, Refused, Room) = (trusted, refused, room);
        _extensions = PlanFunctions.Of(connection.PostgreSqlVersion.Major).Extensions;
        _start = new GuardStart(connection, trusted, room);
        _candidates = New(
            connection,
            ResolveSql.Candidates,
            PostgresParameter.Texts(),
            PostgresParameter.Texts(),
            PostgresParameter.Number(room.Children)
        );
        _locked = New(
            connection,
            ResolveSql.Locked,
            new NpgsqlParameter<int>(),
            PostgresParameter.Time(),
            PostgresParameter.Number(room.Children),
            PostgresParameter.Texts()
        );
        _owners = New(
            connection,
            CheckSql.OwnersRefusal,
            PostgresParameter.Texts(),
            PostgresParameter.Oids(),
            PostgresParameter.Texts(),
            PostgresParameter.Texts(),
            PostgresParameter.Number(room.Children)
        );
        _isInDoubt = Asking(connection, ShortCheckSql.IsInDoubt, room);
        _refusal = Asking(connection, CheckSql.Refusal, room);
        Locks = new PlanLocks(connection);
    }

    public PlanLocks Locks { get; }
    public RefusedNames Refused { get; }
    public LockRoom Room { get; }

    public static async Task<GuardCommands> PrepareAsync(
        NpgsqlConnection connection,
        IEnumerable<string> trustedRoles,
        RefusedNames refused,
        CancellationToken cancellationToken
    )
    {
        await using var room = New(connection, LockRoom.Sql);
        var commands = new GuardCommands(
            connection,
            [.. trustedRoles],
            refused,
            new LockRoom((int?)await room.ExecuteScalarAsync(cancellationToken) ?? 0)
        );
        foreach (var command in commands.All)
            await command.PrepareAsync(cancellationToken);
        await commands._start.PrepareAsync(cancellationToken);
        await commands.Locks.PrepareAsync(cancellationToken);
        await commands.WarmUpAsync(connection, cancellationToken);
        return commands;
    }

    /// <summary>Each is planned when it runs first, which takes longer than a guard may. The second time all run in one
    /// transaction, whose locks are the guard's own.</summary>
    private async Task WarmUpAsync(NpgsqlConnection connection, CancellationToken cancellationToken)
    {
        await AskAllAsync(cancellationToken);
        await BeginAsync([], [], cancellationToken);
        await AskAllAsync(cancellationToken);
        await using (var types = new NpgsqlCommand("SELECT FROM pg_prepared_statements", connection))
            await types.ExecuteNonQueryAsync(cancellationToken);
        await Locks.LearnAsync(cancellationToken);
        await using var end = new NpgsqlCommand("ROLLBACK", connection);
        await end.ExecuteNonQueryAsync(cancellationToken);
    }

    private async Task AskAllAsync(CancellationToken cancellationToken)
    {
        var question = new GuardQuestion(NameReader.Read("SELECT 1"), [], [], 0, []);
        await CandidatesAsync([], [], cancellationToken);
        await LockedAsync(0, default, [], cancellationToken);
        await OwnersRefusalAsync([], cancellationToken);
        await ShortlyAsync(question, cancellationToken);
        await RefusalAsync(question, cancellationToken);
    }

    /// <summary>Begins the transaction of a text: the schemas of these names that there are, and what each place could
    /// mean; at most two for a name without schema.</summary>
    public Task<(List<SchemaTrust> Schemas, List<RelationCandidate> Candidates)> BeginAsync(
        string[] schemas,
        ImmutableArray<RelationReference> places,
        CancellationToken cancellationToken
    ) => _start.BeginAsync(schemas, places, cancellationToken);

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
        ((NpgsqlParameter<string[]>)_locked.Parameters[3]).TypedValue = names;
        return ReadCandidatesAsync(_locked, cancellationToken);
    }

    /// <summary>Why relations may not even be locked, whose locks are those of all that they read; or null.</summary>
    public async Task<string?> OwnersRefusalAsync(RelationCandidate[] relations, CancellationToken cancellationToken)
    {
        Set(_owners, _trusted, [], [.. relations.Select(r => r.Schema)], [.. relations.Select(r => r.Name)]);
        ((NpgsqlParameter<uint[]>)_owners.Parameters[1]).TypedValue = [.. relations.Select(r => r.Oid)];
        return (string?)await _owners.ExecuteScalarAsync(cancellationToken);
    }

    /// <summary>Why a statement may not be planned, or null; and whether it reaches partitions. The short question is
    /// enough where nothing but the server's own functions, operators and types is behind it.</summary>
    public async Task<(string? Reason, bool HasPartitions)> CheckAsync(
        GuardQuestion question,
        CancellationToken cancellationToken
    )
    {
        var (hasPartitions, isInDoubt) = await ShortlyAsync(question, cancellationToken);
        return isInDoubt ? await RefusalAsync(question, cancellationToken) : (null, hasPartitions);
    }

    public async Task<(bool HasPartitions, bool IsInDoubt)> ShortlyAsync(
        GuardQuestion question,
        CancellationToken cancellationToken
    )
    {
        Ask(_isInDoubt, question);
        await using var reader = await _isInDoubt.ExecuteReaderAsync(cancellationToken);
        return !await reader.ReadAsync(cancellationToken) || reader.IsDBNull(1) || reader.GetBoolean(1)
            ? (false, true)
            : (reader.GetBoolean(0), false);
    }

    /// <summary>The long question: why a statement may not be planned, or null; and whether it reaches
    /// partitions.</summary>
    public async Task<(string? Reason, bool HasPartitions)> RefusalAsync(
        GuardQuestion question,
        CancellationToken cancellationToken
    )
    {
        Ask(_refusal, question);
        await using var reader = await _refusal.ExecuteReaderAsync(cancellationToken);
        return await reader.ReadAsync(cancellationToken)
            ? (GuardRows.TextOrNull(reader, 0), reader.GetBoolean(1))
            : ("the guard did not answer", false);
    }

    public async ValueTask DisposeAsync()
    {
        await _start.DisposeAsync();
        await Locks.DisposeAsync();
        foreach (var command in All)
            await command.DisposeAsync();
    }

    private NpgsqlCommand[] All => [_candidates, _locked, _owners, _isInDoubt, _refusal];

    private void Ask(NpgsqlCommand command, GuardQuestion question)
    {
        var names = question.Names;
        Set(
            command,
            _trusted,
            [],
            [.. question.Relations.Select(r => r.Schema)],
            [.. question.Relations.Select(r => r.Name)],
            [.. names.Names],
            [.. names.Called],
            [.. names.Dotted],
            [.. names.Operators],
            [],
            _extensions
        );
        ((NpgsqlParameter<uint[]>)command.Parameters[1]).TypedValue = [.. question.Relations.Select(r => r.Oid)];
        ((NpgsqlParameter<uint[]>)command.Parameters[8]).TypedValue = question.Schemas;
        ((NpgsqlParameter<string>)command.Parameters[10]).TypedValue = Refused.Stored;
        ((NpgsqlParameter<uint>)command.Parameters[12]).TypedValue = question.Login;
        ((NpgsqlParameter<uint[]>)command.Parameters[13]).TypedValue = question.Whole;
        // Where there is no string, none is read as a value of such a type.
        ((NpgsqlParameter<uint[]>)command.Parameters[14]).TypedValue = names.HasLiteral ? Refused.Types : [];
    }

    private static async Task<List<RelationCandidate>> ReadCandidatesAsync(
        NpgsqlCommand command,
        CancellationToken cancellationToken
    )
    {
        await using var reader = await command.ExecuteReaderAsync(cancellationToken);
        return await GuardRows.CandidatesAsync(reader, cancellationToken);
    }

    private static NpgsqlCommand Asking(NpgsqlConnection connection, string sql, LockRoom room) =>
        New(
            connection,
            sql,
            PostgresParameter.Texts(),
            PostgresParameter.Oids(),
            PostgresParameter.Texts(),
            PostgresParameter.Texts(),
            PostgresParameter.Texts(),
            PostgresParameter.Texts(),
            PostgresParameter.Texts(),
            PostgresParameter.Texts(),
            PostgresParameter.Oids(),
            PostgresParameter.Texts(),
            PostgresParameter.Text(""),
            PostgresParameter.Number(room.All),
            PostgresParameter.Oid(),
            PostgresParameter.Oids(),
            PostgresParameter.Oids()
        );

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
}
