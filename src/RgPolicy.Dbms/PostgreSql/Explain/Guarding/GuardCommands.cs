using Npgsql;
using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.PostgreSql.Sql.Names;

namespace RgPolicy.Dbms.PostgreSql.Explain.Guarding;

/// <summary>The guard's statements, prepared once per connection, while names mean the server's own and
/// nothing else.</summary>
internal sealed class GuardCommands : IAsyncDisposable
{
    private static readonly string[] None = [];
    private static readonly GuardQuestion Nothing = new(NameReader.Read("SELECT 1"), [], [], 0, []);

    private readonly PostgresQuery _start;
    private readonly PostgresQuery _candidates;
    private readonly PostgresQuery _locked;
    private readonly PostgresQuery _owners;
    private readonly PostgresQuery _isInDoubt;
    private readonly PostgresQuery _refusal;
    private readonly string[] _trusted;
    private readonly string[] _extensions;

    private GuardCommands(NpgsqlConnection connection, string[] trusted, RefusedNames refused, LockRoom room)
    {
        (_trusted, Refused, Room) = (trusted, refused, room);
        _extensions = PlanFunctions.Of(connection.PostgreSqlVersion.Major).Extensions;
        _start = new PostgresQuery(
            connection,
            [
                .. ExplainSteps.Begin.Select(sql => (sql, Array.Empty<object>())),
                (TrustSql.Schemas, [trusted, None]),
                (ResolveSql.Candidates, [None, None, room.Children]),
            ]
        );
        _candidates = new PostgresQuery(connection, ResolveSql.Candidates, None, None, room.Children);
        _locked = new PostgresQuery(connection, ResolveSql.Locked, 0, default(DateTime), room.Children, None);
        _owners = new PostgresQuery(connection, CheckSql.OwnersRefusal, OfOwners([]));
        _isInDoubt = new PostgresQuery(connection, ShortCheckSql.IsInDoubt, Values(Nothing));
        _refusal = new PostgresQuery(connection, CheckSql.Refusal, Values(Nothing));
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
        var locks = (int?)await PostgresQuery.AskAsync(connection, LockRoom.Sql, [], cancellationToken) ?? 0;
        var commands = new GuardCommands(connection, [.. trustedRoles], refused, new LockRoom(locks));
        foreach (var command in commands.All)
            await command.PrepareAsync(cancellationToken);
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
        await PostgresQuery.AskAsync(connection, "SELECT FROM pg_prepared_statements", [], cancellationToken);
        await Locks.LearnAsync(cancellationToken);
        await PostgresQuery.AskAsync(connection, "ROLLBACK", [], cancellationToken);
    }

    private async Task AskAllAsync(CancellationToken cancellationToken)
    {
        await CandidatesAsync([], [], cancellationToken);
        await LockedAsync(0, default, [], cancellationToken);
        await OwnersRefusalAsync([], cancellationToken);
        await ShortlyAsync(Nothing, cancellationToken);
        await RefusalAsync(Nothing, cancellationToken);
    }

    /// <summary>Begins the transaction of a text: the schemas of these names that there are, and what each place could
    /// mean; at most two for a name without schema.</summary>
    public async Task<(List<SchemaTrust> Schemas, List<RelationCandidate> Candidates)> BeginAsync(
        string[] schemas,
        ImmutableArray<RelationReference> places,
        CancellationToken cancellationToken
    )
    {
        string[] placeSchemas = [.. places.Select(p => p.Schema)];
        string[] names = [.. places.Select(p => p.Name)];
        await using var reader = await _start.OpenAsync(
            [_trusted, schemas, placeSchemas, names, Room.Children],
            cancellationToken
        );
        var found = await reader.RestAsync(SchemaTrust.Read, cancellationToken);
        await reader.NextResultAsync(cancellationToken);
        return (found, await reader.RestAsync(RelationCandidate.Read, cancellationToken));
    }

    /// <summary>What each of these names could mean; at most two for a name without schema.</summary>
    public Task<List<RelationCandidate>> CandidatesAsync(
        string[] schemas,
        string[] names,
        CancellationToken cancellationToken
    ) => _candidates.ReadAsync([schemas, names, Room.Children], RelationCandidate.Read, cancellationToken);

    /// <summary>Which relations of these names a backend has locked, while it still runs what it began then.</summary>
    public Task<List<RelationCandidate>> LockedAsync(
        int processId,
        DateTime started,
        string[] names,
        CancellationToken cancellationToken
    ) =>
        _locked.ReadAsync(
            [processId, DateTime.SpecifyKind(started, DateTimeKind.Utc), Room.Children, names],
            RelationCandidate.Read,
            cancellationToken
        );

    /// <summary>Why relations may not even be locked, whose locks are those of all that they read; or null.</summary>
    public async Task<string?> OwnersRefusalAsync(RelationCandidate[] relations, CancellationToken cancellationToken) =>
        await _owners.ScalarAsync(OfOwners(relations), cancellationToken) as string;

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
        await using var reader = await _isInDoubt.OpenAsync(Values(question), cancellationToken);
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
        await using var reader = await _refusal.OpenAsync(Values(question), cancellationToken);
        return await reader.ReadAsync(cancellationToken)
            ? (reader.TextOrNull(0), reader.GetBoolean(1))
            : ("the guard did not answer", false);
    }

    public async ValueTask DisposeAsync()
    {
        await Locks.DisposeAsync();
        foreach (var command in All)
            await command.DisposeAsync();
    }

    private PostgresQuery[] All => [_start, _candidates, _locked, _owners, _isInDoubt, _refusal];

    private object[] OfOwners(IReadOnlyList<RelationCandidate> relations) => [.. Relations(relations), Room.Children];

    private object[] Relations(IReadOnlyList<RelationCandidate> relations)
    {
        uint[] oids = [.. relations.Select(r => r.Oid)];
        string[] schemas = [.. relations.Select(r => r.Schema)];
        string[] names = [.. relations.Select(r => r.Name)];
        return [_trusted, oids, schemas, names];
    }

    private object[] Values(GuardQuestion question)
    {
        var names = question.Names;
        return
        [
            .. Relations(question.Relations),
            names.Names.ToArray(),
            names.Called.ToArray(),
            names.Dotted.ToArray(),
            names.Operators.ToArray(),
            question.Schemas,
            _extensions,
            Refused.Stored,
            Room.All,
            question.Login,
            question.Whole,
            // Where there is no string, none is read as a value of such a type.
            names.HasLiteral
                ? Refused.Types
                : Array.Empty<uint>(),
        ];
    }
}
