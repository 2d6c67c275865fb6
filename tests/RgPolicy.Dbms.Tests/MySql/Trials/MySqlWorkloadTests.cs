using RgPolicy.Dbms.MySql.Trials;

namespace RgPolicy.Dbms.Tests.MySql.Trials;

/// <summary>Files of statements for MariaDB and MySQL.</summary>
public sealed class MySqlWorkloadTests
{
    [Fact]
    public void Read_QuotesAndComments_EndNoStatement()
    {
        var (workload, problem) = MySqlWorkload.Read(
            """
            -- name: first
            -- weight: 2
            select ';', "a;b\";", `c;d` /* ; */ from t # ;
            ;
            ;
            select 2
            """
        );

        Assert.Null(problem);
        Assert.Equal([("first", 2), ("q2", 1)], workload!.Statements.Select(each => (each.Name, each.Weight)));
        Assert.Equal("select ';', \"a;b\\\";\", `c;d` /* ; */ from t", workload.Statements[0].Text);
    }

    [Fact]
    public void Read_NoStatement_SaysSo() =>
        Assert.Contains("no statement", MySqlWorkload.Read("-- none;").Problem, StringComparison.Ordinal);
}
