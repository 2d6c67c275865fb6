using RgPolicy.Dbms.MySql.Connect;
using RgPolicy.Dbms.MySql.Live;
using RgPolicy.Dbms.MySql.Poll;

namespace RgPolicy.Dbms.MySql.Doctor;

/// <summary>Says what a MySQL or MariaDB offers RgPolicy and lacks; each lack with the statement that fixes
/// it.</summary>
internal static class MySqlDoctor
{
    /// <summary>Checks; never throws on what a server or network does.</summary>
    public static async Task<ImmutableArray<DoctorFinding>> CheckAsync(
        MySqlConnectionOptions options,
        CancellationToken cancellationToken
    )
    {
        try
        {
            var own = MySqlBackends.Own(options.IsLocal);
            await using var session = await MySqlPollSession.OpenAsync(options, own, cancellationToken);
            return [.. await FindingsAsync(session, options, cancellationToken)];
        }
        catch (Exception e) when (e is ObserveException || MySqlFailure.IsExpected(e))
        {
            cancellationToken.ThrowIfCancellationRequested();
            var message = e is ObserveException ? e.Message : MySqlFailure.Reason(e);
            return
            [
                DoctorFinding.Missing(
                    "my.connect",
                    message,
                    "everything",
                    e is ObserveException { Lack: ServerLack.Refused }
                        ? MySqlSetup.Refused(options.User)
                        : MySqlSetup.OfEither(options.User)
                ),
            ];
        }
    }

    private static async Task<List<DoctorFinding>> FindingsAsync(
        MySqlPollSession session,
        MySqlConnectionOptions options,
        CancellationToken cancellationToken
    )
    {
        var traits = session.Traits;
        var account = await AccountAsync(session.Link, cancellationToken);
        return
        [
            Version(traits),
            Process(await RightCheck.HasProcessAsync(session.Link, cancellationToken), account),
            Superusers(await Poll.Superusers.ReadAsync(session.Link, cancellationToken), traits, account),
            PerformanceSchema(traits, account),
            await HistoryCheck.CheckAsync(session.Link, traits, cancellationToken),
            await PlansAsync(session.Link, traits, account, cancellationToken),
            DoctorFinding.Check(
                "my.metadata-locks",
                traits.MetadataLocks != MetadataLockSource.None,
                "the holders of metadata locks are shown",
                "the holders of metadata locks are not shown",
                "while a session waits for one, none is throttled",
                traits.IsMariaDb
                    ? "INSTALL SONAME 'metadata_lock_info';"
                    : "UPDATE performance_schema.setup_instruments SET ENABLED = 'YES' WHERE NAME = "
                        + "'wait/lock/metadata/sql/mdl';"
            ),
            DoctorFinding.Check(
                "my.threads",
                traits.HasThreadPerSession,
                "each session has a thread of its own",
                $"thread_handling is {traits.ThreadHandling}: statements share threads",
                "governing by threads: weights, cores and cache; all else works",
                "-- thread_handling = one-thread-per-connection in the server's configuration, then a restart"
            ),
            Place(traits, options),
            await EncryptionAsync(session.Link, options, cancellationToken),
            await AuthenticationCheck.CheckAsync(session.Link, account, cancellationToken),
        ];
    }

    private static async Task<string> AccountAsync(MySqlLink link, CancellationToken cancellationToken)
    {
        var current = await link.ScalarAsync("SELECT CURRENT_USER()", cancellationToken) ?? "";
        var at = current.LastIndexOf('@');
        return at < 0
            ? MySqlAccount.Quote(current)
            : $"{MySqlAccount.Quote(current[..at])}@{MySqlAccount.Quote(current[(at + 1)..])}";
    }

    private static DoctorFinding Version(MySqlServerTraits traits) =>
        DoctorFinding.Ok("my.version", $"{(traits.IsMariaDb ? "MariaDB" : "MySQL")} {traits.Version}");

    private static DoctorFinding Process(bool hasRight, string account) =>
        hasRight
            ? DoctorFinding.Ok("my.process", "statements of all users can be seen")
            : DoctorFinding.Missing(
                "my.process",
                "only the login's own statements can be seen",
                "everything",
                $"GRANT PROCESS ON *.* TO {account};"
            );

    private static DoctorFinding Superusers(Superusers found, MySqlServerTraits traits, string account) =>
        found.Logins is { } logins
            ? DoctorFinding.Ok(
                "my.superusers",
                $"the logins that administer the server are known, and never governed: {string.Join(", ", logins.Order(StringComparer.Ordinal).Take(10))}"
            )
            : DoctorFinding.Lacks(
                "my.superusers",
                "it cannot be told which logins administer the server",
                "governing: logins that may be administrators are left alone, and any login may be one",
                MySqlSetup.Superusers(traits.IsMariaDb, account)
            );

    private static DoctorFinding PerformanceSchema(MySqlServerTraits traits, string account) =>
        traits switch
        {
            { HidesPerformanceSchema: true } => new DoctorFinding(
                "my.performance-schema",
                traits.IsMariaDb ? DoctorState.Warning : DoctorState.Missing,
                "performance_schema is on and may not be read",
                traits.IsMariaDb ? "applications' names; cheap polls" : "everything",
                MySqlSetup.PerformanceSchema(account)
            ),
            { HasPerformanceSchema: false } => new DoctorFinding(
                "my.performance-schema",
                traits.IsMariaDb ? DoctorState.Warning : DoctorState.Missing,
                "performance_schema is off",
                traits.IsMariaDb
                    ? "applications' names (session.app); polls cost the server about five times as much"
                    : "everything: a MySQL is observed through performance_schema only",
                "-- performance_schema = ON in the server's configuration, then a restart"
            ),
            { HasStatementEvents: false } => DoctorFinding.Lacks(
                "my.performance-schema",
                "performance_schema is on, its consumer events_statements_current is off",
                traits.IsMariaDb
                    ? "exact ages of statements: they are known to the second"
                    : "plan.*, statement.digest, cancelling, and exact ages of statements: they are known to the second",
                "UPDATE performance_schema.setup_consumers SET ENABLED = 'YES' WHERE NAME = "
                    + "'events_statements_current';"
            ),
            _ => DoctorFinding.Ok("my.performance-schema", "performance_schema shows what each session runs"),
        };

    private static async Task<DoctorFinding> PlansAsync(
        MySqlLink link,
        MySqlServerTraits traits,
        string account,
        CancellationToken cancellationToken
    )
    {
        const string Id = "my.plans";
        if (traits.IsMariaDb)
        {
            return traits.ShowsPlans
                ? DoctorFinding.Ok(Id, "plans of running statements are shown")
                : DoctorFinding.Lacks(
                    Id,
                    $"MariaDB {traits.Version} shows no plan of a running statement as JSON",
                    "plan.*: statements are known by their texts and what they use",
                    "-- MariaDB 10.9 or later"
                );
        }

        if (!traits.CountsLive)
        {
            return DoctorFinding.Lacks(
                Id,
                "MySQL shows this account no plans, and what statements do is not counted while they run",
                "plan.*: statements are known by their texts and what they use",
                "-- see my.performance-schema"
            );
        }

        return await LiveReader.MayReadSizesAsync(link, cancellationToken)
            ? DoctorFinding.Ok(
                Id,
                "MySQL shows this account no plans: shapes are told by what the server counts of a running statement"
            )
            : DoctorFinding.Lacks(
                Id,
                "shapes are told by what the server counts of a running statement, without the sizes of its tables",
                "the shapes of statements that have just begun: a scan of a small table cannot be told from another",
                MySqlSetup.TableSizes(account)
            );
    }

    private static DoctorFinding Place(MySqlServerTraits traits, MySqlConnectionOptions options) =>
        traits.ProcessId is { } process
            ? DoctorFinding.Ok(
                "my.local",
                FormattableString.Invariant($"the server is process {process} of this host")
            ) with
            {
                Server = (process, traits.PidFile),
            }
            : DoctorFinding.Lacks(
                "my.local",
                options.IsLocal
                    ? "the server's process is not seen on this host; it may run in a container"
                    : $"{options.Host} is another host",
                "governing: the server is watched only from here",
                "-- run rgp on the server's host, connected to 127.0.0.1 or its socket"
            );

    private static async Task<DoctorFinding> EncryptionAsync(
        MySqlLink link,
        MySqlConnectionOptions options,
        CancellationToken cancellationToken
    )
    {
        const string Id = "my.tls";
        if (options.Socket is not null)
            return DoctorFinding.Ok(Id, "the connection is a Unix socket");
        string cipher = "";
        await link.ReadAsync(
            "SHOW SESSION STATUS LIKE 'Ssl_cipher'",
            row => cipher = row.GetString(1),
            cancellationToken
        );
        return cipher.Length > 0
            ? DoctorFinding.Ok(Id, $"the connection is encrypted with {cipher}")
            : new DoctorFinding(
                Id,
                options.IsLocal ? DoctorState.Ok : DoctorState.Warning,
                "the connection is not encrypted",
                options.IsLocal ? "" : "secrecy: statements' texts can be read on their way",
                options.IsLocal
                    ? ""
                    : "-- give the server a certificate, then write sslmode=verify-full in the connection"
            );
    }
}
