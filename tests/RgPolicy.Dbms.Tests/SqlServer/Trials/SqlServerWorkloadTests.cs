using RgPolicy.Dbms.SqlServer.Trials;
using RgPolicy.Dbms.Trials;

namespace RgPolicy.Dbms.Tests.SqlServer.Trials;

/// <summary>What may run on a SQL Server: queries that only read, for no session of it can be told to.</summary>
public sealed class SqlServerWorkloadTests
{
    [Fact]
    public void Read_Queries_HaveNamesAndWeights()
    {
        var (workload, problem) = SqlServerWorkload.Read(
            """
            -- name: large
            -- weight: 3
            select count(*) from shop.dbo.[order;s] where note = 'a;b' -- the end
            ;
            with c as (select 1 as a union all select 2) select case when a = 1 then 2 else 3 end from c
              order by a offset 1 rows fetch next 1 rows only;
            """
        );

        Assert.Null(problem);
        Assert.Equal(["large 3", "q2 1"], workload!.Statements.Select(each => $"{each.Name} {each.Weight}").ToArray());
        Assert.Equal("select count(*) from shop.dbo.[order;s] where note = 'a;b'", workload.Statements[0].Text);
    }

    [Theory]
    [InlineData("insert into t values (1)", "does not begin with SELECT")]
    [InlineData("exec sp_who", "does not begin with SELECT")]
    [InlineData("sp_who", "does not begin with SELECT")]
    [InlineData("(select 1) delete t", "does not begin with SELECT")]
    [InlineData("select 1 delete from t", "`delete` may change")]
    [InlineData("select 1/**/DELETE/**/from t", "`DELETE` may change")]
    [InlineData("select * into x from t", "`into` may change")]
    [InlineData("with c as (select 1 a) update c set a = 2", "`update` may change")]
    [InlineData("select * from openquery(there, 'delete t')", "`openquery` may change")]
    [InlineData("select 1 exec('drop table t')", "`exec` may change")]
    [InlineData("select next value for s", "`NEXT VALUE`")]
    [InlineData("select 1 set showplan_xml off", "`set` may change")]
    [InlineData("select 1 option (maxdop 1)", "OPTION of its own")]
    [InlineData("select 1 waitfor delay '1:00'", "`waitfor` may change")]
    public void Read_WhatMayWrite_IsRefused(string text, string reason)
    {
        var (workload, problem) = SqlServerWorkload.Read(text + ";");

        Assert.Null(workload);
        Assert.Contains(reason, problem, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("select [delete], \"update\", 'insert' from [into] -- drop table t")]
    [InlineData("select updated, inserted_at, settings from t /* exec */")]
    public void Read_NamesAndTexts_AreNoStatements(string text) =>
        Assert.NotNull(SqlServerWorkload.Read(text + "\n;").Workload);

    [Theory]
    [InlineData("select 1", true)]
    [InlineData("(@a int)select @a", false)]
    [InlineData("select @a", false)]
    [InlineData("select 1; select 2", false)]
    public void ReadWhole_TextOfAServer_IsOneThatCanBeRun(string text, bool isWhole) =>
        Assert.Equal(isWhole, SqlServerWorkload.ReadWhole(text) is not null);

    [Theory]
    [InlineData(null, null, "")]
    [InlineData(2, null, "\nOPTION (MAXDOP 2)")]
    [InlineData(null, 5, "\nOPTION (MAX_GRANT_PERCENT = 5)")]
    [InlineData(1, 25, "\nOPTION (MAXDOP 1, MAX_GRANT_PERCENT = 25)")]
    public void Hints_Settings_AreAnOptionClause(int? dop, int? grant, string expected) =>
        Assert.Equal(expected, SqlServerTrialSession.Hints(new TrialSettings(dop, null, grant)));
}
