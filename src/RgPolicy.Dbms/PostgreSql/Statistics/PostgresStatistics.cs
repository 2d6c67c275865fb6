using Npgsql;
using RgPolicy.Dbms.PostgreSql.Connect;
using RgPolicy.Dbms.PostgreSql.Poll;
using RgPolicy.Dbms.PostgreSql.Sql;
using RgPolicy.Dbms.Statistics;
using RgPolicy.Engine.Workloads;

namespace RgPolicy.Dbms.PostgreSql.Statistics;

/// <summary>What pg_stat_statements has counted of a server's statements, with their plans.</summary>
internal sealed class PostgresStatistics
{
    private const string Source = "pg_stat_statements";
    private const int CommandTimeoutSeconds = 30;

    private static readonly ImmutableArray<string> NeverTold =
    [
        "pg_stat_statements tells neither applications nor times of day, and of logins the role that a statement "
            + "ran as.",
    ];

    private readonly PostgresConnectionOptions _connection;
    private readonly PostgresObserverOptions _options;
    private readonly TimeProvider _time;
    private readonly OwnBackends _own;
    private readonly ServerNames _names;
    private readonly CountedTally _tally = new();

    private PostgresStatistics(PostgresConnectionOptions connection, PostgresObserverOptions options, TimeProvider time)
    {
        (_connection, _options, _time) = (connection, options, time);
        (_own, _names) = (PostgresBackends.Own(connection.IsLocal), new ServerNames(time));
    }

    /// <summary>Reads the statistics. Plans are asked for of some, as slowly as those of running
    /// statements.</summary>
    /// <exception cref="ObserveException">It cannot be read; the message says what to do.</exception>
    public static async Task<CountedWork> ReadAsync(
        PostgresConnectionOptions connection,
        PostgresObserverOptions options,
        TimeProvider time,
        Action<int, int> progress,
        CancellationToken cancellationToken
    )
    {
        try
        {
            return await new PostgresStatistics(connection, options, time).ReadAsync(progress, cancellationToken);
        }
        catch (Exception e) when (PostgresError.IsExpected(e) && !cancellationToken.IsCancellationRequested)
        {
            throw Failed(connection, e);
        }
    }

    private async Task<CountedWork> ReadAsync(Action<int, int> progress, CancellationToken cancellationToken)
    {
        await using var session = await PostgresSession.OpenAsync(
            _connection,
            null,
            CommandTimeoutSeconds,
            _own,
            cancellationToken
        );
        var traits = await ServerTraitsReader.ReadAsync(session, _connection, cancellationToken);
        var schema = RequireStatistics(traits);
        await _names.ReadAsync(session.Connection, cancellationToken);
        var statements = await CountedStatementReader.ReadAsync(session, schema, cancellationToken);
        var (counted, dropped) = await CountedStatementReader.ReadSpanAsync(session, schema, cancellationToken);
        await TakeAsync(statements, traits, progress, cancellationToken);
        var work = RequireWork(_tally.Conclude(counted), traits);
        return new CountedWork(FactsOf(session, traits), Source, work, NotesOf(dropped));
    }

    private async Task TakeAsync(
        List<CountedStatement> statements,
        ServerTraits traits,
        Action<int, int> progress,
        CancellationToken cancellationToken
    )
    {
        await using var plans = new CountedPlans(_connection, _own, traits, _options, _time);
        var (done, governed) = (0, 0);
        foreach (var statement in statements)
        {
            cancellationToken.ThrowIfCancellationRequested();
            progress(++done, statements.Count);
            var (session, facts) = (SessionOf(statement), FactsOf(statement));
            if (IsExempt(session) || facts.IsTransactionControl)
            {
                _tally.Exempt(statement.Calls);
                continue;
            }

            var mayAsk = governed++ < _options.CountedPlans;
            var plan = await plans.FindAsync(statement, facts, session, mayAsk, cancellationToken);
            _tally.Add(GroupOf(statement, session, facts, plan));
        }
    }

    // What ran in a database that was dropped runs there no more.
    private bool IsExempt(SessionFacts session) =>
        session.IsSuperuser || session.Login == _connection.User || session.Database.Length == 0;

    private Workload RequireWork(Workload workload, ServerTraits traits)
    {
        if (!workload.Groups.IsEmpty)
            return workload;
        throw Refused(
            traits.ComputeQueryId == "off"
                ? "compute_query_id is off, so pg_stat_statements counts nothing; set it to auto, and come back "
                    + "when it has counted for a day"
                : "pg_stat_statements has counted nothing that a policy could govern; see that "
                    + "pg_stat_statements.track is "
                    + "not none for the logins of applications, and come back when it has counted for a day"
        );
    }

    private string RequireStatistics(ServerTraits traits)
    {
        if (!traits.ReadsAllStatistics)
            throw Refused(
                $"'{_connection.User}' may not see what others ran; run: GRANT pg_read_all_stats TO "
                    + $"{PastedSql.Name(_connection.User)};"
            );
        if (traits.StatementsSchema is { } schema)
            return schema;
        throw Refused(
            traits.UntrustedSchemas.IsEmpty
                ? $"pg_stat_statements is not installed in database '{_connection.Database}'; run "
                    + "CREATE EXTENSION pg_stat_statements; there, where SHOW shared_preload_libraries does not name it "
                    + "after putting it there and restarting the server, and come back when it has counted for a day; "
                    + "or make a recording with rgp record"
                : "the schema of pg_stat_statements belongs to a role that is not trusted, so nothing in it is called; "
                    + "install it in one that a superuser owns"
        );
    }

    private SessionFacts SessionOf(CountedStatement statement)
    {
        var login = _names.Login(statement.Login);
        // Which login set a role that none logs in as is not told.
        var name = login.MayConnect ? login.Name : "";
        return new SessionFacts(name, "", "", _names.Database(statement.Database), login.IsSuperuser)
        {
            Groups = login.Roles,
        };
    }

    private static StatementFacts FactsOf(CountedStatement statement)
    {
        // What EXECUTE runs stands there with the words that prepared it.
        var text = PrepareStatement.Read(statement.Text) ?? statement.Text;
        return new StatementFacts(
            StatementKindReader.FromText(text),
            statement.QueryId.ToString(CultureInfo.InvariantCulture),
            text,
            statement.IsCut
        )
        {
            IsTransactionControl = TransactionControl.IsAll(text),
        };
    }

    private static StatementGroup GroupOf(
        CountedStatement statement,
        SessionFacts session,
        StatementFacts facts,
        PlanFacts plan
    ) =>
        new(
            session,
            facts,
            plan,
            statement.Calls,
            statement.TotalMilliseconds / 1000,
            statement.LongestMilliseconds / 1000,
            null,
            0
        )
        {
            ReadBytes = statement.ReadBytes,
            SpilledBytes = statement.SpilledBytes,
            LogBytes = statement.LogBytes,
        };

    private ServerFacts FactsOf(PostgresSession session, ServerTraits traits) =>
        traits.FactsAt(
            _connection.Target,
            _connection.IsLocal && new PollCost(session.ProcessId).IsBackendHere ? session.ProcessId : null
        );

    private static ImmutableArray<string> NotesOf(long dropped) =>
        dropped == 0
            ? NeverTold
            : NeverTold.Add(
                "Statements were dropped from pg_stat_statements, which keeps pg_stat_statements.max of them: "
                    + "raise that."
            );

    private ObserveException Refused(string what) => new($"{_connection.Target}: {what}") { Lack = ServerLack.Lasting };

    private static ObserveException Failed(PostgresConnectionOptions connection, Exception e) =>
        e switch
        {
            PostgresException
            {
                SqlState: PostgresErrorCodes.CharacterNotInRepertoire or PostgresErrorCodes.UntranslatableCharacter
            } => new ObserveException(
                $"{connection.Target}: pg_stat_statements holds a text of another database that is not valid in the encoding "
                    + "of this one; forget such with: SELECT pg_stat_statements_reset(0, oid, 0) FROM pg_database "
                    + "WHERE pg_encoding_to_char(encoding) = 'SQL_ASCII';",
                e
            ),
            PostgresException { SqlState: PostgresErrorCodes.ObjectNotInPrerequisiteState } => new ObserveException(
                $"{connection.Target}: pg_stat_statements is installed and does not count; put it into "
                    + "shared_preload_libraries and restart the server",
                e
            ),
            PostgresException
            {
                SqlState: PostgresErrorCodes.UndefinedColumn or PostgresErrorCodes.UndefinedFunction
            } => new ObserveException(
                $"{connection.Target}: pg_stat_statements is of an older version than the server; run: ALTER "
                    + "EXTENSION pg_stat_statements UPDATE;",
                e
            ),
            _ => PostgresError.Connecting(connection, e),
        };
}
