using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Testing.PostgreSql;

namespace RgPolicy.Dbms.Tests.PostgreSql.Doctor;

/// <summary>What the doctor advises is pasted as it stands, into a server of which nothing is as it should be and whose
/// names are hostile; then the doctor has nothing more to say.</summary>
public sealed class PostgresAdviceTests(AdviceServer server) : IClassFixture<AdviceServer>
{
    /// <summary>What no statement changes, or what is a choice: where the server runs, what may be read, who is
    /// trusted.</summary>
    private static readonly ImmutableArray<string> Chosen = ["pg.local", "pg.read-rights", "pg.plan-trust"];

    private PostgresCluster Cluster => server.Cluster;

    [Fact]
    public async Task CheckAsync_EverythingAmissAndNamesHostile_IsContentAfterItsAdviceWasPasted()
    {
        await AssertKnowsLoadedFromMadeAsync();
        await AssertIsSaidAtTheStartAsync("track_activities is off: ");
        var before = await CheckAsync(AdviceServer.Role);
        PastedFix.AssertPasteable(before);
        foreach (var finding in before.Where(each => each.Fix.Length > 0))
            await PastedFix.PasteAsync(Cluster, finding.Fix);
        await Cluster.StopAsync();
        await Cluster.StartAgainAsync();

        var after = await CheckAsync(AdviceServer.Role);

        string[] amiss =
        [
            "pg.track-activities",
            "pg.open-schemas",
            "pg.read-all-stats",
            "pg.no-write-rights",
            "pg.cancel",
            "pg.quiet",
            "pg.query-ids",
            "pg.history",
            "pg.text-size",
            "pg.databases",
        ];
        Assert.All(amiss, id => Assert.NotEqual(DoctorState.Ok, before.First(each => each.Id == id).State));
        Assert.DoesNotContain(
            after,
            each => each.State != DoctorState.Ok && !Chosen.Contains(each.Id, StringComparer.Ordinal)
        );
        Assert.Equal("auto_explain, pg_stat_statements", await Cluster.ScalarAsync("SHOW shared_preload_libraries"));
        Assert.Equal("kept", await Cluster.ScalarAsync("SELECT 'kept'::regclass::text"));
    }

    [Fact]
    public async Task CheckAsync_SuperuserBesideTheUsualRole_MakesItOnceAndOnly()
    {
        var findings = await CheckAsync(PostgresCluster.Superuser);
        // What he does stays in the server's log and statistics.
        Assert.DoesNotContain(
            findings,
            each => each.Fix.Contains($"ALTER ROLE \"{PostgresCluster.Superuser}\"", StringComparison.Ordinal)
        );
        var without = Superuser(findings);
        await PastedFix.PasteAsync(Cluster, without.Fix);
        var beside = Superuser(await CheckAsync(PostgresCluster.Superuser));
        await Cluster.ExecuteAsync("ALTER ROLE rgpolicy SUPERUSER");
        var itself = Superuser(await CheckAsync(PostgresSetup.UsualRole));
        await PastedFix.PasteAsync(Cluster, itself.Fix);

        Assert.StartsWith("CREATE ROLE \"rgpolicy\"", without.Fix, StringComparison.Ordinal);
        PastedFix.AssertIsWordsOnly(beside.Fix);
        Assert.Equal(DoctorState.Ok, Superuser(await CheckAsync(PostgresSetup.UsualRole)).State);
    }

    [Fact]
    public async Task CheckAsync_DatabaseThatThereIsNot_SaysWhichThereAre()
    {
        var finding = Assert.Single(await CheckAsync(PostgresCluster.Superuser, "nowhere"));

        Assert.Equal(DoctorState.Missing, finding.State);
        PastedFix.AssertPasteable([finding]);
        await PastedFix.PasteAsync(Cluster, finding.Fix);
    }

    [Fact]
    public async Task ConnectAsync_RulesMayCancelAndTheRoleMayNot_SaysSoAtTheStart()
    {
        await Cluster.ExecuteAsync("CREATE ROLE watcher LOGIN; GRANT pg_read_all_stats TO watcher");
        var connection = Options("watcher", "postgres");

        await using var watching = await ConnectAsync(connection, mayCancel: false);
        await using var cancelling = await ConnectAsync(connection, mayCancel: true);
        await Cluster.ExecuteAsync("GRANT pg_signal_backend TO watcher");
        await using var granted = await ConnectAsync(connection, mayCancel: true);

        const string lack =
            "rules may cancel queries, and 'watcher' may not; run: GRANT pg_signal_backend TO \"watcher\";";
        Assert.DoesNotContain(lack, watching.Notes, StringComparer.Ordinal);
        Assert.Contains(lack, cancelling.Notes, StringComparer.Ordinal);
        Assert.DoesNotContain(lack, granted.Notes, StringComparer.Ordinal);
    }

    private async Task AssertKnowsLoadedFromMadeAsync()
    {
        var history = (await CheckAsync(AdviceServer.Role, AdviceServer.Made)).Single(each => each.Id == "pg.history");

        Assert.Equal(DoctorState.Warning, history.State);
        Assert.Contains("has not loaded it", history.Message, StringComparison.Ordinal);
        Assert.StartsWith(
            "ALTER SYSTEM SET shared_preload_libraries = 'auto_explain', 'pg_stat_statements';",
            history.Fix,
            StringComparison.Ordinal
        );
    }

    private async Task AssertIsSaidAtTheStartAsync(string note)
    {
        await using var observer = await ConnectAsync(Options(PostgresCluster.Superuser, "postgres"), mayCancel: false);

        Assert.Contains(observer.Notes, each => each.StartsWith(note, StringComparison.Ordinal));
    }

    private static Task<PostgresObserver> ConnectAsync(PostgresConnectionOptions connection, bool mayCancel) =>
        PostgresObserver.ConnectAsync(
            connection,
            TimeProvider.System,
            new PostgresObserverOptions { FetchPlans = false, MayCancel = mayCancel },
            CancellationToken.None
        );

    private static DoctorFinding Superuser(IEnumerable<DoctorFinding> findings) =>
        findings.Single(each => each.Id == "pg.not-superuser");

    private Task<ImmutableArray<DoctorFinding>> CheckAsync(string user, string database = "postgres") =>
        PostgresDoctor.CheckAsync(Options(user, database), CancellationToken.None);

    private PostgresConnectionOptions Options(string user, string database) =>
        PostgresConnection.Parse(Cluster.Url(Uri.EscapeDataString(user), database), _ => null).Options!;
}
