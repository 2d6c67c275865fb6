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

    [Theory]
    [InlineData("", "no statement")]
    [InlineData("-- nothing\n;;", "no statement")]
    [InlineData("-- weight: 0\nselect 1;", "from 1 to 100")]
    [InlineData("-- weight: many\nselect 1;", "from 1 to 100")]
    [InlineData("-- name: a\nselect 1;\n-- name: a\nselect 2;", "two statements are called `a`")]
    public void Read_WhatIsNone_SaysWhy(string text, string why) =>
        Assert.Contains(why, PostgresWorkload.Read(text).Problem, StringComparison.Ordinal);

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
