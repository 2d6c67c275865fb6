using RgPolicy.Dbms.PostgreSql.Trials;

namespace RgPolicy.Dbms.Tests.PostgreSql.Trials;

/// <summary>Files of statements.</summary>
public sealed class PostgresWorkloadTests
{
    [Fact]
    public void Read_NamesAndWeights_BelongToTheNextStatement()
    {
        var (workload, problem) = PostgresWorkload.Read(
            """
            -- a workload
            -- name: top; ten
            -- weight: 3
            select ';' as semicolon, $$;$$ /* ; */ from t;
            select 2;

            -- name: last
            select 3
            """
        );

        Assert.Null(problem);
        Assert.Equal(
            [("top; ten", 3), ("q2", 1), ("last", 1)],
            workload!.Statements.Select(each => (each.Name, each.Weight))
        );
        Assert.Equal("select ';' as semicolon, $$;$$ /* ; */ from t", workload.Statements[0].Text);
    }

    [Fact]
    public void Read_RemarkBehindOtherText_IsOfTheNextStatement() =>
        Assert.Equal(
            [("q1", 1), ("sort", 5)],
            PostgresWorkload
                .Read("select 1; -- weight: 5\n/* rows */ -- name: sort\nselect 2;")
                .Workload!.Statements.Select(each => (each.Name, each.Weight))
        );

    [Theory]
    [InlineData("", "no statement")]
    [InlineData("-- nothing\n;;", "no statement")]
    [InlineData("-- weight: 0\nselect 1;", "from 1 to 100")]
    [InlineData("-- weight: many\nselect 1;", "from 1 to 100")]
    [InlineData("-- name: a\nselect 1;\n-- name: a\nselect 2;", "two statements are called `a`")]
    public void Read_WhatIsNone_SaysWhy(string text, string why) =>
        Assert.Contains(why, PostgresWorkload.Read(text).Problem, StringComparison.Ordinal);

    [Theory]
    [InlineData("select set_config('default_transaction_read_only', 'off', false)", "calls `set_config`")]
    [InlineData("select \"set_config\" ('work_mem', '1GB', false)", "calls `set_config`")]
    [InlineData("select pg_terminate_backend(pid) from pg_stat_activity", "calls `pg_terminate_backend`")]
    [InlineData("select pg_advisory_lock(1)", "calls `pg_advisory_lock`")]
    [InlineData("select pg_stat_statements_reset()", "calls `pg_stat_statements_reset`")]
    [InlineData("select query_to_xml('select 1', true, true, '')", "calls `query_to_xml`")]
    [InlineData("select u&\"pg\\005fadvisory_lock\"(1)", "codes of characters")]
    [InlineData("do $$ begin commit; end $$", "begins with `do`")]
    [InlineData("call tidy()", "begins with `call`")]
    [InlineData("vacuum full orders", "begins with `vacuum`")]
    [InlineData("copy (select 1) to program 'cat'", "begins with `copy`")]
    [InlineData("lock table orders", "begins with `lock`")]
    [InlineData("alter system set work_mem = '1GB'", "begins with `alter`")]
    [InlineData("discard all", "begins with `discard`")]
    [InlineData("set session characteristics as transaction read write", "lets its session write")]
    [InlineData("set :mode", "lets its session write")]
    [InlineData("set local work_mem = '1GB'", "sets `work_mem`")]
    [InlineData("reset max_parallel_workers_per_gather", "sets `max_parallel_workers_per_gather`")]
    public void Read_WhatDoesMoreThanRead_IsRefused(string text, string why)
    {
        Assert.Contains(why, PostgresWorkload.Read($"select 1; {text};").Problem, StringComparison.Ordinal);
        Assert.Null(PostgresWorkload.ReadWhole(text));
    }

    [Theory]
    [InlineData("select lo_orderkey, sum(lo_revenue) from lineorder group by 1")]
    [InlineData("(select 1) union all (select 2)")]
    [InlineData("with t as (select 1) table t")]
    [InlineData("set enable_hashjoin = off")]
    public void Read_WhatReads_IsTaken(string text) => Assert.Null(PostgresWorkload.Read(text).Problem);

    [Fact]
    public void Read_OtherWeightOrText_HasAnotherHash()
    {
        string[] texts = ["select 1;", "select 2;", "-- weight: 2\nselect 1;", "-- name: x\nselect 1;"];

        Assert.Equal(
            4,
            texts.Select(text => PostgresWorkload.Read(text).Workload!.Hash).Distinct(StringComparer.Ordinal).Count()
        );
    }
}
