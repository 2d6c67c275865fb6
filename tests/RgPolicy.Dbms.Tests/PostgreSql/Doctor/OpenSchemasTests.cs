using RgPolicy.Dbms.PostgreSql;
using RgPolicy.Testing;

namespace RgPolicy.Dbms.Tests.PostgreSql.Doctor;

/// <summary>A schema in which everybody may create takes plans from statements; the advice gives them back.</summary>
[Collection(PostgresVersionsFixture.Collection)]
public sealed class OpenSchemasTests(PostgresVersionsFixture servers)
{
    [Theory]
    [OnPostgres(14)]
    [OnPostgres(15)]
    [OnPostgres(18)]
    public async Task CheckAsync_EverybodyMayCreate_IsToldAndTheAdviceClosesIt(int version)
    {
        const string Database = "open_schemas";
        var cluster = await servers.WithDatabaseAsync(
            version,
            Database,
            "CREATE SCHEMA \"my \"\"shop\"; GRANT CREATE ON SCHEMA \"my \"\"shop\" TO PUBLIC; GRANT CREATE ON "
                + "SCHEMA public TO PUBLIC"
        );
        var open = await FindAsync();

        Assert.Equal(DoctorState.Warning, open.State);
        Assert.Equal("everybody may create in my \"shop, public", open.Message);
        await cluster.ExecuteAsync(open.Fix, Database);
        Assert.Equal(DoctorState.Ok, (await FindAsync()).State);

        async Task<DoctorFinding> FindAsync() =>
            (
                await PostgresDoctor.CheckAsync(
                    PostgresVersionsFixture.Observer(cluster) with
                    {
                        Database = Database,
                    },
                    CancellationToken.None
                )
            ).Single(finding => finding.Id == "pg.open-schemas");
    }
}
