using RgPolicy.Plans;

namespace RgPolicy.Dbms.Tests.PostgreSql;

/// <summary>Tables of one name in several schemas: a statement is judged by the one that it reads.</summary>
[Collection(PostgresServer.Collection)]
public sealed class SameNameTests(PostgresServer server)
{
    // Two schemas for each role; without query ids, and from 18 on always, both texts are one to the server.
    [Theory]
    [InlineData("tenants", "on")]
    [InlineData("tenants_without_ids", "off")]
    public async Task PollAsync_InTwoSchemas_IsJudgedByTheOneThatIsLocked(string role, string queryIds)
    {
        await server.Cluster.ExecuteAsync(
            $"""
            create role {role} login; grant pg_read_all_data to {role}; alter role {role} set compute_query_id = {queryIds};
            create schema {role}; create schema {role}_aside;
            create table {role}.ledger as select 1 as id;
            create table {role}_aside.ledger as select i as id from generate_series(1, 200000) i;
            analyze {role}.ledger, {role}_aside.ledger
            """,
            PostgresServer.Shop
        );
        await using var observer = await server.ConnectAsync();
        const string Statement = "select count(*), pg_sleep(60) from ledger";

        await using var small = await server.RunAsync(Statement, user: role, before: $"set search_path = {role}");
        await using var large = await server.RunAsync(Statement, user: role, before: $"set search_path = {role}_aside");
        var first = await PostgresServer.UntilAsync(observer, small.ProcessId, q => q.Plan.State == PlanState.Known);
        var second = await PostgresServer.UntilAsync(observer, large.ProcessId, q => q.Plan.State == PlanState.Known);

        Assert.NotEqual(PlanShape.Scan, first.Plan.Profile!.Shape);
        Assert.Equal(PlanShape.Scan, second.Plan.Profile!.Shape);
    }

    /// <summary>One text has had one query id only, which is of the small table; the large one is read by a session
    /// that shows none.</summary>
    [Fact]
    public async Task PollAsync_InTwoSchemasAndNoIdOfOne_IsNotJudgedByTheOther()
    {
        await server.Cluster.ExecuteAsync(
            """
            create role with_id login; create role without_id login; grant pg_read_all_data to with_id, without_id;
            alter role with_id set compute_query_id = on; alter role without_id set compute_query_id = off;
            create schema with_id; create schema without_id;
            create table with_id.book as select 1 as id;
            create table without_id.book as select i as id from generate_series(1, 200000) i;
            analyze with_id.book, without_id.book
            """,
            PostgresServer.Shop
        );
        await using var observer = await server.ConnectAsync();
        const string Statement = "select count(*), pg_sleep(60) from book";

        await using var small = await server.RunAsync(Statement, user: "with_id", before: "set search_path = with_id");
        var first = await PostgresServer.UntilAsync(observer, small.ProcessId, q => q.Plan.State == PlanState.Known);
        await using var large = await server.RunAsync(
            Statement,
            user: "without_id",
            before: "set search_path = without_id"
        );
        var second = await PostgresServer.UntilAsync(observer, large.ProcessId, q => q.Plan.State == PlanState.Known);

        Assert.NotEqual(PlanShape.Scan, first.Plan.Profile!.Shape);
        Assert.Equal(PlanShape.Scan, second.Plan.Profile!.Shape);
    }
}
