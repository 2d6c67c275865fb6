using RgPolicy.Dbms.SqlServer.Availability;
using RgPolicy.Dbms.SqlServer.Connect;

namespace RgPolicy.Dbms.Tests.SqlServer.Availability;

public sealed class AvailabilityGroupsTests
{
    private static readonly SqlServerConnectionOptions Listener = new()
    {
        Host = "listener",
        Port = 5000,
        User = "dba",
        IsMultiSubnet = true,
        EncryptsStrictly = true,
    };

    [Theory]
    [InlineData("SQL02", null, "sqlserver://dba@SQL02:1433?encrypt=strict")]
    [InlineData(@"SQL02\PROD", null, "sqlserver://dba@SQL02/PROD?encrypt=strict")]
    [InlineData(
        @"SQL02\PROD",
        "TCP://sql02.corp.example:1440",
        "sqlserver://dba@sql02.corp.example:1440?encrypt=strict"
    )]
    [InlineData("SQL02", "tcp://10.0.0.2:1433", "sqlserver://dba@10.0.0.2:1433?encrypt=strict")]
    [InlineData("SQL02", "tcp://sql02", "sqlserver://dba@SQL02:1433?encrypt=strict")]
    [InlineData("SQL02", "http://sql02:80", "sqlserver://dba@SQL02:1433?encrypt=strict")]
    [InlineData("SQL02", "", "sqlserver://dba@SQL02:1433?encrypt=strict")]
    public void Replicas_Address_IsTheReplicasOwn(string server, string? url, string target)
    {
        var groups = Groups([new GroupReplica("sales", false, server, url)]);

        var replica = Assert.Single(groups.Replicas(Listener));

        Assert.Equal((server, target), (replica.Name, replica.Target));
        Assert.Null(SqlServerConnection.Parse(replica.Target, _ => null).Problem);
    }

    [Fact]
    public void Replicas_Listener_MeansItsOwnGroupAlone()
    {
        ImmutableArray<GroupReplica> members =
        [
            new("sales", false, "SQL02", null),
            new("sales", false, "SQL01", null),
            new("stock", false, "SQL01", null),
            new("stock", false, "SQL03", null),
        ];

        Assert.Equal("SQL01 SQL02", Names(Groups(members) with { ListenedTo = ["SALES"] }));
        Assert.Equal("SQL01 SQL02 SQL03", Names(Groups(members)));
    }

    [Fact]
    public void Warnings_OnlyReplica_SaysNothing()
    {
        var groups = Groups([new GroupReplica("sales", false, "SQL01", null)]);

        Assert.Empty(groups.Warnings("sql01"));
        Assert.Empty(AvailabilityGroups.None.Warnings("SQL01"));
        Assert.Contains(
            "sql02 is one of several replicas",
            Assert.Single(groups.Warnings("sql02")),
            StringComparison.Ordinal
        );
    }

    private static string Names(AvailabilityGroups groups) =>
        string.Join(' ', groups.Replicas(Listener).Select(each => each.Name));

    private static AvailabilityGroups Groups(ImmutableArray<GroupReplica> members) =>
        AvailabilityGroups.None with
        {
            Members = members,
        };
}
