using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.MySql.Doctor;
using RgPolicy.Dbms.MySql.History;
using RgPolicy.Dbms.MySql.Sql;
using RgPolicy.Dbms.Statistics;
using RgPolicy.Engine.Workloads;

namespace RgPolicy.Dbms.MySql.Statistics;

/// <summary>What MariaDB or MySQL has counted of its statements, by their digests.</summary>
internal static class MySqlStatistics
{
    private const string Source = "events_statements_summary_by_digest";
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private static readonly ImmutableArray<string> NeverTold =
    [
        "Digests tell neither logins nor applications nor times of day, and no plans: of queries, only those "
            + "that look at few rows are known.",
    ];

    private static readonly string[] OwnSchemas = ["performance_schema", "information_schema"];

    /// <exception cref="ObserveException">It cannot be read; the message says what to do.</exception>
    public static async Task<CountedWork> ReadAsync(
        MySqlConnectionOptions connection,
        CancellationToken cancellationToken
    )
    {
        using var timeout = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        timeout.CancelAfter(Patience);
        try
        {
            await using var link = await MySqlLink.OpenAsync(
                connection,
                MySqlBackends.Own(connection.IsLocal),
                timeout.Token
            );
            return await ReadAsync(connection, link, timeout.Token);
        }
        catch (Exception e) when (MySqlFailure.IsExpected(e))
        {
            cancellationToken.ThrowIfCancellationRequested();
            throw MySqlFailure.Connecting(connection, e);
        }
    }

    private static async Task<CountedWork> ReadAsync(
        MySqlConnectionOptions connection,
        MySqlLink link,
        CancellationToken cancellationToken
    )
    {
        var traits = await MySqlTraitsReader.ReadAsync(link, connection, cancellationToken);
        if (traits.HidesPerformanceSchema)
            throw Refused(connection, "the login may not read performance_schema; rgp doctor prints the grant");
        var counts = await HistoryCheck.CheckAsync(link, traits, cancellationToken);
        if (counts.State != DoctorState.Ok)
            throw Refused(connection, $"{counts.Message}; {counts.Fix}");
        var digests = await CountedDigestReader.ReadAsync(link, cancellationToken);
        var work = WorkloadOf(digests);
        if (work.Groups.IsEmpty)
            throw Refused(
                connection,
                "performance_schema has counted no statement of an application; come back when it has counted for a day"
            );
        return new CountedWork(traits.FactsAt(connection.Target), Source, work, NeverTold);
    }

    private static Workload WorkloadOf(List<CountedDigest> digests)
    {
        var tally = new CountedTally();
        foreach (var digest in digests)
        {
            var statement = StatementOf(digest);
            if (digest.Text.Length == 0)
                tally.Merge(digest.Executions);
            else if (statement.IsTransactionControl || IsOwn(digest, statement.Kind))
                tally.Exempt(digest.Executions);
            else
                tally.Add(GroupOf(digest, statement));
        }

        return tally.Conclude(TimeSpan.FromSeconds(digests.Select(each => each.Age).DefaultIfEmpty().Max()));
    }

    private static StatementGroup GroupOf(CountedDigest digest, StatementFacts statement) =>
        new(
            new SessionFacts("", "", "", digest.Database, false),
            statement,
            DigestPlan.Of(statement, digest),
            digest.Executions,
            digest.Seconds,
            digest.Longest,
            null,
            0
        );

    private static StatementFacts StatementOf(CountedDigest digest)
    {
        var tokens = SqlLexer.Tokens(digest.Text, SqlDialect.AnyMySql);
        var isCut = DigestForm.Of(digest.Text) is null || DigestLength.MayBeCut(digest.Text, digest.MostBytes);
        return new StatementFacts(
            MySqlKinds.Of(digest.Text, tokens),
            StatementForm.Fingerprint(digest.Text, SqlDialect.AnyMySql, tokens),
            digest.Text,
            isCut
        )
        {
            IsTransactionControl = !isCut && MySqlTransactionControl.IsAll(digest.Text, tokens),
        };
    }

    // What RgPolicy and other watchers ask: of the server's own schemas, or of no table in no database.
    private static bool IsOwn(CountedDigest digest, StatementKind kind) =>
        Array.Exists(OwnSchemas, name => digest.Text.Contains(name, StringComparison.OrdinalIgnoreCase))
        || (
            digest is { Database.Length: 0, RowsTouched: 0 }
            && kind is (StatementKind.Select or StatementKind.Utility or StatementKind.Other)
        );

    private static ObserveException Refused(MySqlConnectionOptions connection, string what) =>
        new($"{connection.Target}: {what}") { Lack = ServerLack.Lasting };
}
